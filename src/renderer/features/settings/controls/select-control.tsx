import { ChevronsUpDown } from 'lucide-react';
import { Icon } from '../../../ui/icon.tsx';
import styles from './controls.module.css';

export interface SelectControlProps {
  readonly labelledBy: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly title: string }[];
  readonly onChange: (value: string) => void;
}

/** One of many, in the list of the platform, which every keyboard and screen reader knows. */
export function SelectControl({ labelledBy, value, options, onChange }: SelectControlProps) {
  const known = options.some((option) => option.value === value);
  return (
    <span className={styles.select}>
      <select className={styles.field} aria-labelledby={labelledBy} value={value} onChange={(event) => onChange(event.target.value)}>
        {known ? null : <option value={value}>{value === '' ? 'Not set' : value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
      <Icon of={ChevronsUpDown} size={0.8125} />
    </span>
  );
}
