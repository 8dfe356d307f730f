// Implements `npm run trust`: runs all instruments or the selected one, and prints a table of the violations.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type TrustTool, trustTools } from './instruments.ts';
import { type DatabaseKind, databaseKinds, RunReport } from './lib/instrument.ts';
import { faultInjectorUrl } from './lib/source-faults.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    size: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    fault: { type: 'string' },
  },
});
const selection = Object.entries(trustTools).filter(
  ([name]) => !values.only || values.only === name,
);
const [selected] = selection.length === 1 ? selection : [];
const database = databaseKinds.find((name) => name === values.database);
const [size, seed] = [Number(values.size ?? 1), Number(values.seed)];
const needsSelection = values.size ?? values.fault;
const isFaultKnown = !values.fault || (selected && values.fault in selected[1].faults);
if (selection.length === 0 || !database || !(size > 0) || Number.isNaN(seed)) exitWithUsage();
if ((needsSelection && !selected) || !isFaultKnown) exitWithUsage();

function exitWithUsage(): never {
  const names = Object.entries(trustTools).map(
    ([name, { unit, faults }]) => `  ${name}: size in ${unit}; --fault: ${Object.keys(faults)}`,
  );
  console.error(
    `Usage: npm run trust -- [--only NAME [--size N] [--fault NAME]] [--database ${databaseKinds.join('|')}] [--seed N]\n${names.join('\n')}`,
  );
  process.exit(1);
}

type Row = { instrument: string; size: string; seconds: number; violations: string };
const maxPrintedViolations = 50;

if (values.fault) {
  // Load the fault before any portal module, in this process and in the processes that it starts.
  process.env.INJECTED_FAULT = values.fault;
  await import(faultInjectorUrl);
}
if (selected) {
  const { row, hasPassed } = await runInstrument(...selected, database ?? 'sqlite');
  // If this is a child process, send the row to the parent process, which prints one table of all rows.
  if (!process.send?.(row)) console.table([row]);
  process.exitCode = hasPassed ? 0 : 1;
} else {
  const rows: Row[] = [];
  for (const [name] of selection) rows.push(await runInChildProcess(name));
  console.table(rows);
  process.exitCode = rows.every(({ violations }) => /^(0|skipped)$/.test(violations)) ? 0 : 1;
}

/** Runs an instrument in a separate process, so that instruments do not share memory or open files. */
async function runInChildProcess(name: string): Promise<Row> {
  const options = ['--only', name, '--database', values.database, '--seed', values.seed];
  const child = fork(import.meta.filename, options);
  let row: Row | undefined;
  child.on('message', (message: Row) => {
    row = message;
  });
  const [code, signal] = await once(child, 'close');
  // If the process ended with an error, do not trust a row that reports no violations.
  if (row && (code === 0 || row.violations !== '0')) return row;
  return { instrument: name, size: '', seconds: 0, violations: `ended with ${code ?? signal}` };
}

async function runInstrument(name: string, instrument: TrustTool, requestedDatabase: DatabaseKind) {
  const database = instrument.databases.includes(requestedDatabase)
    ? requestedDatabase
    : instrument.databases[0];
  const size = Number(values.size ?? instrument.size);
  const unavailableReason = instrument.getUnavailableReason?.();
  if (unavailableReason) {
    console.error(`\n${name}: SKIPPED: ${unavailableReason}`);
    return {
      row: { instrument: name, size: '', seconds: 0, violations: 'skipped' },
      hasPassed: false,
    };
  }
  const { fault } = values;
  console.log(
    `\n${name}: ${size} ${instrument.unit} on ${database}, seed ${seed}${fault ? `, injected fault: ${fault}` : ''}`,
  );
  const began = performance.now();
  const report = new RunReport();
  const { run } = await instrument.load();
  await run({ size, database, seed, fault }, report).catch((error) =>
    report.addViolations(`the run failed: ${error instanceof Error ? error.stack : error}`),
  );
  const { figures, violations, shortfalls } = report;
  for (const [name, figure] of Object.entries(figures)) console.log(`  ${name}: ${figure}`);
  for (const violation of violations.slice(0, maxPrintedViolations))
    console.error(violation.slice(0, 2000));
  for (const shortfall of shortfalls) console.error(`insufficient: ${shortfall}`);
  const violationPattern = fault ? instrument.faults[fault] : undefined;
  const isDetected = violations.some((violation) => violationPattern?.test(violation));
  if (fault) console.log(`The injected fault was ${isDetected ? 'detected' : 'NOT DETECTED'}.`);
  return {
    row: {
      instrument: name,
      size: `${size} ${instrument.unit}`,
      seconds: Math.round((performance.now() - began) / 1000),
      violations: `${violations.length}${shortfalls.length > 0 ? ', insufficient' : ''}`,
    },
    hasPassed: fault ? isDetected : violations.length + shortfalls.length === 0,
  };
}
