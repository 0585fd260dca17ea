/** A part of a panel with a heading. */
import type { ComponentChildren } from 'preact';

export const Card = ({
  title,
  side,
  children,
  class: own = '',
}: {
  title?: string;
  /** At the other end of the heading's line. */
  side?: ComponentChildren;
  children: ComponentChildren;
  class?: string;
}) => (
  <section class={`card ${own}`} aria-label={title}>
    {title !== undefined && (
      <header class="card-head">
        <h2>{title}</h2>
        {side}
      </header>
    )}
    {children}
  </section>
);

/** Names and values, in pairs. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChildren])[] }) => (
  <dl class="facts">
    {of.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Says that there is nothing, and how there would be something. */
export const Empty = ({ children }: { children: ComponentChildren }) => <p class="empty">{children}</p>;

/** What could not be done or had. */
export const Problem = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : (
    <p class="problem" role="alert">
      {text}
    </p>
  );
