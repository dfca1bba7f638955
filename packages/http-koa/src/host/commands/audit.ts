import { once } from 'node:events';
import { isIP } from 'node:net';
import { type AuditFormat, type Core, type OperatorAuditFilter, ShaonError } from '@shaon/core';
import { DAY_MS } from '@shaon/core/time';
import { Option } from 'commander';
import { type AddCommand, companyIdOf, wholeNumber } from './command.ts';
import type { Shell } from './shell.ts';
import { withCore } from './with-core.ts';

interface AuditOptions {
  readonly company?: string;
  readonly withoutCompany?: true;
  readonly from?: string;
  readonly to?: string;
  readonly ip?: string;
  readonly export?: AuditFormat;
  readonly limit: string;
}

export const addAudit: AddCommand = (program, shell) => {
  program
    .command('audit')
    .description('print the newest audit rows, or export all that a filter matches; an export is audited itself')
    .addOption(new Option('--company <id>', 'of one company').conflicts('withoutCompany'))
    .option('--without-company', 'of no company: calls with tokens that nobody knows')
    .option('--from <date>', 'on or after this day (UTC), YYYY-MM-DD')
    .option('--to <date>', 'on or before this day (UTC)')
    .option('--ip <address>', 'from this address')
    .option('--limit <rows>', 'how many to print, at most 1000', '50')
    .addOption(new Option('--export <format>', 'print all rows of the filter so instead').choices(['jsonl', 'csv']))
    .action((options: AuditOptions) => audit(shell, options));
};

/** Reads the options before it opens the database, so that a mistake is told at once. */
async function audit(shell: Shell, { export: format, limit, ...options }: AuditOptions): Promise<void> {
  const filter = filterOf(options);
  if (format === undefined) {
    const rows = wholeNumber('--limit', limit, { most: 1_000 });
    return withCore(shell, {}, ({ core }) => list(shell, core, filter, rows));
  }
  return withCore(shell, {}, async ({ core }) => {
    for await (const piece of core.auditReads.operator.export(filter, format)) {
      // A reader may be slower than the database.
      if (!shell.stdout.write(piece)) await once(shell.stdout, 'drain');
    }
  });
}

async function list(shell: Shell, core: Core, filter: OperatorAuditFilter, limit: number): Promise<void> {
  const { items } = await core.auditReads.operator.list(filter, { limit });
  for (const row of items) {
    const what = row.action ?? `${row.method} ${row.path} ${row.status}`;
    shell.print(
      `${row.at.toISOString()}  company ${row.companyId ?? '-'}  ${row.caller ?? '-'}  ${row.ip ?? '-'}  ${what}`,
    );
  }
}

function filterOf(options: Omit<AuditOptions, 'limit'>): OperatorAuditFilter {
  const from = options.from === undefined ? undefined : midnight('--from', options.from);
  const to = options.to === undefined ? undefined : midnight('--to', options.to);
  if (from !== undefined && to !== undefined && to < from) {
    throw new ShaonError('options_invalid', '--to must not be before --from.');
  }
  if (options.ip !== undefined && isIP(options.ip) === 0) {
    throw new ShaonError('options_invalid', '--ip must be an IP address such as 203.0.113.7 or 2001:db8::7.');
  }
  return {
    ...(options.company === undefined ? {} : { company_id: companyIdOf(options.company) }),
    ...(options.withoutCompany === true ? { company_id: null } : {}),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { until: new Date(to.getTime() + DAY_MS) }),
    ...(options.ip === undefined ? {} : { ip: options.ip }),
  };
}

/** The day's first instant in UTC. */
function midnight(option: string, text: string): Date {
  const at = new Date(`${text}T00:00:00.000Z`);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)) return at;
  throw new ShaonError('options_invalid', `${option} must be a date such as 2026-10-31.`);
}
