import { parseAmount } from './money.js';

/**
 * Reads lines of "who, amount, what for". Blank lines and lines that start with # are skipped.
 * A line that cannot be read is an error with its number.
 */
export function parseExpenses(text) {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '' || line.startsWith('#')) return [];
    const [who, amount, ...rest] = line.split(',').map((field) => field.trim());
    if (!who || !amount) throw new Error(`line ${index + 1}: expected "who, amount, what for"`);
    return [{ who, cents: parseAmount(amount), what: rest.join(', ') }];
  });
}

/** Everybody who paid for something, in the order they first appear. */
export function peopleOf(expenses) {
  return [...new Set(expenses.map((expense) => expense.who))];
}
