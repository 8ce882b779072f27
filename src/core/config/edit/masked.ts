import { SECRET_SET } from '../../../shared/settings-report.ts';

/** Whether a value holds the mark that stands for a secret, however deep. */
export function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(SECRET_SET);
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMask);
}
