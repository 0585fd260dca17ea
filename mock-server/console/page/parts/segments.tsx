/** One of a few, all of them in sight: radio buttons that look like one bar. */
export const Segments = ({
  label,
  value,
  of,
  onChoose,
}: {
  label: string;
  value: string;
  of: readonly (readonly [value: string, shown: string])[];
  onChoose: (value: string) => void;
}) => (
  <fieldset class="segments">
    <legend class="hidden">{label}</legend>
    {of.map(([one, shown]) => (
      <label key={one} class={one === value ? 'segment chosen' : 'segment'}>
        <input
          type="radio"
          class="hidden"
          name={label}
          value={one}
          checked={one === value}
          onChange={() => onChoose(one)}
        />
        {shown}
      </label>
    ))}
  </fieldset>
);
