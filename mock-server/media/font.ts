/** Letters for labels: 5 columns of 7 dots, one byte a column, the lowest bit on top. Small letters are drawn as capitals. */

const table =
  ' 0000000000 -0808080808 _4040404040 .0060600000 :0036360000 ' +
  '03E5149453E 100427F4000 24261514946 32141454B31 41814127F10 52745454539 63C4A494930 70171090503 83649494936 ' +
  '9064949291E A7E1111117E B7F49494936 C3E41414122 D7F4141221C E7F49494941 F7F09090901 G3E4149497A H7F0808087F ' +
  'I00417F4100 J2040413F01 K7F08142241 L7F40404040 M7F020C027F N7F0408107F O3E4141413E P7F09090906 Q3E4151215E ' +
  'R7F09192946 S4649494931 T01017F0101 U3F4040403F V1F2040201F W3F4038403F X6314081463 Y0708700807 Z6151494543 ';

const glyphs = new Map<string, Uint8Array>();
for (let at = 0; at + 11 <= table.length; at += 12) {
  glyphs.set(table.charAt(at), Buffer.from(table.slice(at + 1, at + 11), 'hex'));
}
const unknown = Buffer.from('7F4141417F', 'hex');

const lettersMax = 64;
const pitch = 6;

/** Width in dots, a column of margin on either side included. */
export const textWidth = (text: string): number => Math.min(text.length, lettersMax) * pitch + 1;

/** Is there ink at this dot? Row 0 is the top of the letters, column 0 the first column of the first letter. */
export const inkAt = (text: string, x: number, y: number): boolean => {
  if (x < 0 || y < 0 || y > 6 || x % pitch === pitch - 1) return false;
  const letter = text.charAt(Math.floor(x / pitch)).toUpperCase();
  const columns = letter === '' ? undefined : (glyphs.get(letter) ?? unknown);
  return (((columns?.[x % pitch] ?? 0) >> y) & 1) === 1;
};
