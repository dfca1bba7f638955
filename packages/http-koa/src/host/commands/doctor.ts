import { examine, rewriteAttendanceTotals } from '../doctor.ts';
import type { Finding } from '../doctor-finding.ts';
import { type AddCommand, commandContext } from './command.ts';

const SIGNS: Readonly<Record<Finding['state'], string>> = { fine: 'ok  ', doubtful: 'look', wrong: 'BAD ' };

export const addDoctor: AddCommand = (program, shell) => {
  program
    .command('doctor')
    .description('look at everything that a server needs; exits with 1 when something is wrong')
    .option('--rewrite-totals', 'first count all attendance anew, while other writers of attendance wait')
    .action(async ({ rewriteTotals = false }: { rewriteTotals?: boolean }) => {
      const { config, log } = commandContext(shell);
      if (rewriteTotals) await rewriteAttendanceTotals(config, log);
      let isWrong = false;
      for await (const finding of examine(config, log)) {
        isWrong ||= finding.state === 'wrong';
        shell.print(`${SIGNS[finding.state]}  ${finding.about}: ${finding.text}`);
      }
      if (isWrong) shell.exitCode = 1;
    });
};
