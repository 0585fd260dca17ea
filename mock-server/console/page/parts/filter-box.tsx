/** The field that `/` goes to. */
export const FilterBox = ({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (text: string) => void;
  label: string;
}) => (
  <label class="filter-box">
    <span class="hidden">{label}</span>
    <input
      type="search"
      data-filter
      placeholder={`${label}  ( / )`}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </label>
);

/** One of a few values; empty for any. */
export const Choice = ({
  label,
  value,
  of,
  onChange,
}: {
  label: string;
  value: string;
  of: readonly (readonly [value: string, shown: string])[];
  onChange: (value: string) => void;
}) => (
  <label class="choice">
    <span class="hidden">{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      <option value="">{label}: any</option>
      {of.map(([one, shown]) => (
        <option key={one} value={one}>
          {shown}
        </option>
      ))}
    </select>
  </label>
);
