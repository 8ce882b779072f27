import type { UsageRow } from '../../../shared/usage-report.ts';
import { count } from '../../ui/format.ts';
import { KeptEnd } from '../../ui/kept-end.tsx';
import { costText } from './days.ts';
import styles from './usage.module.css';

interface UsageTableProps {
  readonly title: string;
  readonly rows: readonly UsageRow[];
  readonly name?: (key: string) => string;
}

export function UsageTable({ title, rows, name = (key) => key }: UsageTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">Requests</th>
          <th scope="col">Tokens in</th>
          <th scope="col">Out</th>
          <th scope="col">Cost</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row" title={row.key}>
              <KeptEnd text={name(row.key)} />
            </th>
            <td>{row.requests.toLocaleString('en')}</td>
            <td>{count(row.usage.input)}</td>
            <td>{count(row.usage.output)}</td>
            <td>{costText(row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
