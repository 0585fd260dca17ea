/** The frame of the page: navigation, the bar with account and clock, the panel, and the news at the edge. */
import { useEffect, useRef } from 'preact/hooks';
import { notes } from './announce.ts';
import { connection } from './feed.ts';
import { KeyHelp } from './key-help.tsx';
import type { PanelGroup } from './panel.ts';
import { panels } from './panels.ts';
import { AccountSwitch } from './parts/account-switch.tsx';
import { ClockFace } from './parts/clock-face.tsx';
import { Icon } from './parts/icon.tsx';
import { linkTo, route } from './route.ts';
import { isFilled } from './store.ts';
import { nextTheme, theme } from './theme.ts';
import { TokenForm } from './token-form.tsx';

export const Shell = () => {
  const shown = panels.find(({ id }) => id === route.value.panel) ?? panels[0];
  if (shown === undefined) return null;
  return (
    <>
      <a class="skip" href="#panel" onClick={skip}>
        Skip to the panel
      </a>
      <Navigation current={shown.id} />
      <header class="bar">
        <AccountSwitch />
        <ClockFace />
        <span class="bar-gap" />
        <Line />
        <button type="button" class="quiet" onClick={nextTheme} title="Light, dark, or as the system has it">
          <Icon path={themeIcons[theme.value]} />
          <span class="hidden">Theme: {theme.value}</span>
        </button>
      </header>
      <main id="panel" tabIndex={-1}>
        {connection.value === 'refused' ? (
          <TokenForm />
        ) : isFilled.value ? (
          <PanelFrame key={shown.id} id={shown.id} title={shown.title} />
        ) : (
          <p class="empty">Listening to the mock…</p>
        )}
      </main>
      <div class="notes" role="status" aria-live="polite">
        {notes.value.map(({ id, text, tone }) => (
          <p key={id} class={`note ${tone}`}>
            {text}
          </p>
        ))}
      </div>
      <KeyHelp />
    </>
  );
};

/** The panel takes the focus when it is gone to, so that keys and readers begin there. */
const PanelFrame = ({ id, title }: { id: string; title: string }) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Understudy`;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
    // On a phone the navigation is wider than the page.
    document.querySelector('.nav [aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [title]);
  const View = panels.find((panel) => panel.id === id)?.view;
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {View !== undefined && <View rest={route.value.rest} />}
    </>
  );
};

const groups: readonly PanelGroup[] = ['See', 'Steer', 'Judge'];

const Navigation = ({ current }: { current: string }) => (
  <nav class="nav" aria-label="Panels">
    <p class="brand">
      <Icon path="M4 3.5v4.2a4 4 0 0 0 8 0V3.5M2.5 13.5h11" />
      <span>Understudy</span>
    </p>
    <div class="nav-list">
      {groups.map((group) => {
        const own = panels.filter((panel) => panel.group === group);
        return (
          own.length > 0 && (
            <ul key={group} aria-label={group}>
              <li class="nav-group" aria-hidden="true">
                {group}
              </li>
              {own.map(({ id, title, icon, key }) => (
                <li key={id}>
                  <a href={linkTo(id)} aria-current={id === current ? 'page' : undefined}>
                    <Icon path={icon} />
                    <span>{title}</span>
                    <kbd aria-hidden="true">g {key}</kbd>
                  </a>
                </li>
              ))}
            </ul>
          )
        );
      })}
      <ul aria-label="Reference" class="nav-reference">
        <li class="nav-group" aria-hidden="true">
          Read
        </li>
        <li>
          <a href="docs">
            <Icon path="M8 4C6.5 3 4.5 2.5 2.5 2.5v9.5c2 0 4 .5 5.5 1.5 1.5-1 3.5-1.5 5.5-1.5V2.5C11.500 2.500 9.500 3 8 4zm0 0v9.500" />
            <span>Reference</span>
          </a>
        </li>
      </ul>
    </div>
  </nav>
);

const Line = () => (
  <span class={`line ${connection.value}`} role="status">
    <span class="dot" aria-hidden="true" />
    {lines[connection.value]}
  </span>
);

const lines = { connecting: 'connecting', live: 'live', lost: 'reconnecting', refused: 'no token' } as const;

const themeIcons = {
  auto: 'M8 2.500a5.500 5.500 0 1 0 0 11zM8 2.500a5.500 5.500 0 0 1 0 11',
  light:
    'M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1.500v1M8 13.500v1M1.500 8h1M13.500 8h1M3.400 3.400l.700.700M11.900 11.900l.700.700M3.400 12.600l.700-.700M11.900 4.100l.700-.700',
  dark: 'M13 9.500A5.500 5.500 0 0 1 6.500 3 5.500 5.500 0 1 0 13 9.500z',
} as const;

/** A fragment would be taken for a panel. */
const skip = (event: Event): void => {
  event.preventDefault();
  document.getElementById('panel')?.focus();
};
