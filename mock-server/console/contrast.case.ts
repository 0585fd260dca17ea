/** Text that is hard to read: what stands out from its ground by less than WCAG 2.2 asks for at level AA. */
import type { Page } from 'playwright-core';

/** A line for each, with how much it stands out. What is switched off may be pale. */
export const paleText = (page: Page): Promise<string[]> => page.evaluate(look);

/** 4.5 to 1, and 3 to 1 where letters are large. */
const look = `(() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  // However a colour is written, a canvas knows its red, green and blue; those below shine through.
  const over = (colours, share = 1) => {
    context.clearRect(0, 0, 1, 1);
    for (const [index, colour] of colours.entries()) {
      context.globalAlpha = index === colours.length - 1 ? share : 1;
      context.fillStyle = colour;
      context.fillRect(0, 0, 1, 1);
    }
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const around = (element) => element === null ? [] : [...around(element.parentElement), element];
  const groundOf = (element) => ['white', ...around(element).map((one) => getComputedStyle(one).backgroundColor)];
  const light = (rgb) => {
    const [red, green, blue] = rgb.map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ratio = (colour, ground, share) => {
    const [one, other] = [light(over([...ground, colour], share)), light(over(ground))].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
  };
  const faulty = (element, text, pseudo) => {
    const { color, fontSize, fontWeight, visibility } = getComputedStyle(element, pseudo);
    const size = parseFloat(fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(fontWeight) >= 700);
    const share = around(element).reduce((product, one) => product * Number(getComputedStyle(one).opacity), 1);
    const found = ratio(color, groundOf(element), share);
    // What is not there at all is not pale.
    return visibility === 'visible' && share > 0 && found < (isLarge ? 3 : 4.5)
      ? [element.tagName.toLowerCase() + '.' + element.getAttribute('class') + ' ' + JSON.stringify(text.trim().slice(0, 30)) + ' ' + found.toFixed(2)]
      : [];
  };
  return [...document.querySelectorAll('body *')]
    .filter((one) => one.getClientRects().length > 0 && one.closest('[disabled], [aria-disabled=true]') === null)
    .flatMap((one) => {
      const own = [...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data).join('');
      return [
        ...(own.trim() === '' ? [] : faulty(one, own)),
        ...('placeholder' in one && one.placeholder !== '' ? faulty(one, one.placeholder, '::placeholder') : []),
      ];
    });
})()`;
