/** One field of a form to try the service with: a sample or a file of one's own, a text, or one of a few values. */
import type { ComponentChildren } from 'preact';
import { type Field, accepts, samples } from './try-it-forms.ts';

type Props = { field: Field; value: string | File; onChange: (value: string | File) => void };

export const FormField = ({ field, value, onChange }: Props) => {
  const text = typeof value === 'string' ? value : '';
  const type = (event: { currentTarget: { value: string } }): void => onChange(event.currentTarget.value);
  switch (field.kind) {
    case 'file':
      return <FilePicker label={field.label} name={field.name} of={field.of} value={value} onChange={onChange} />;
    case 'choice':
      return (
        <Labelled label={field.label} name={field.name}>
          <select value={text} onChange={type}>
            <option value="">left out</option>
            {field.of.map((one) => (
              <option key={one} value={String(one)}>
                {one}
              </option>
            ))}
          </select>
        </Labelled>
      );
    case 'long-text':
      return (
        <Labelled label={field.label} name={field.name}>
          <textarea rows={3} value={text} onInput={type} required />
        </Labelled>
      );
    case 'text':
      return (
        <Labelled label={field.label} name={field.name}>
          <input type="text" value={text} placeholder="left out" onInput={type} />
        </Labelled>
      );
    default:
      return field satisfies never;
  }
};

const Labelled = ({ label, name, children }: { label: string; name: string; children: ComponentChildren }) => (
  <label class="field">
    <span>
      {label} <code class="faint">{name}</code>
    </span>
    {children}
  </label>
);

const own = 'own';

const FilePicker = ({
  label,
  name,
  of,
  value,
  onChange,
}: {
  label: string;
  name: string;
  of: keyof typeof samples;
  value: string | File;
  onChange: (value: string | File) => void;
}) => {
  const isSample = typeof value === 'string' && value !== own;
  return (
    <div class="field" role="group" aria-label={label}>
      <Labelled label={label} name={name}>
        <select value={isSample ? value : own} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {samples[of].map((sample) => (
            <option key={sample} value={sample}>
              Sample: {sample}
            </option>
          ))}
          <option value={own}>A file of your own</option>
        </select>
      </Labelled>
      {!isSample && (
        <input
          type="file"
          aria-label={`${label}: your file`}
          accept={accepts[of]}
          required
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file !== undefined) onChange(file);
          }}
        />
      )}
    </div>
  );
};
