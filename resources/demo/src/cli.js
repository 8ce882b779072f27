#!/usr/bin/env node
import { readFileSync } from 'node:fs';
import { parseExpenses } from './expenses.js';
import { formatAmount } from './money.js';
import { balances, settle } from './settle.js';

const [path] = process.argv.slice(2);
if (!path) {
  console.error('usage: tally <expenses.csv>');
  process.exit(2);
}

const rows = balances(parseExpenses(readFileSync(path, 'utf8')));
const width = Math.max(...rows.map((row) => row.who.length));
const amount = (cents) => formatAmount(cents).padStart(8);

for (const { who, paid, owes, balance } of rows) {
  const verb = balance < 0 ? 'pays' : 'gets';
  console.log(`${who.padEnd(width)}  paid${amount(paid)}   owes${amount(owes)}   ${verb}${amount(Math.abs(balance))}`);
}
console.log();
for (const { from, to, cents } of settle(rows)) console.log(`${from} pays ${to} ${formatAmount(cents)}`);
