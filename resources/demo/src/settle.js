import { peopleOf } from './expenses.js';
import { splitEvenly } from './split.js';

/** What each person paid, what they owe, and the difference: positive means they get money back. */
export function balances(expenses) {
  const people = peopleOf(expenses);
  const rows = new Map(people.map((who) => [who, { who, paid: 0, owes: 0, balance: 0 }]));
  for (const { who, cents } of expenses) {
    rows.get(who).paid += cents;
    for (const [person, share] of splitEvenly(cents, people)) rows.get(person).owes += share;
  }
  for (const row of rows.values()) row.balance = row.paid - row.owes;
  return [...rows.values()];
}

/** Payments that bring every balance to zero, largest debts first. */
export function settle(rows) {
  const open = rows.map(({ who, balance }) => ({ who, balance }));
  const payments = [];
  for (;;) {
    open.sort((a, b) => a.balance - b.balance || a.who.localeCompare(b.who));
    const debtor = open[0];
    const creditor = open.at(-1);
    if (!debtor || debtor.balance >= 0 || creditor.balance <= 0) return payments;
    const cents = Math.min(-debtor.balance, creditor.balance);
    debtor.balance += cents;
    creditor.balance -= cents;
    payments.push({ from: debtor.who, to: creditor.who, cents });
  }
}
