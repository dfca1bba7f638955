import { listSettings, type SettingLine } from '../config.ts';
import { type AddCommand, commandContext } from './command.ts';

export const addConfig: AddCommand = (program, shell) => {
  program
    .command('config')
    .description('list every setting with its value and where it comes from; secrets are hidden')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) => {
      const { config, environment } = commandContext(shell);
      const lines = listSettings(config, environment);
      shell.print(options.json === true ? JSON.stringify(lines, null, 2) : lines.map(describe).join('\n\n'));
    });
};

function describe(line: SettingLine): string {
  const origin = line.from === null ? '(not set)' : ` (${line.from}${line.file === null ? '' : ` ${line.file}`})`;
  return `${line.variable}=${line.value}${origin}\n    ${line.about}\n    It may be ${line.type}.`;
}
