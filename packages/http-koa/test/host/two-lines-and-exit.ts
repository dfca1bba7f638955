import { createLog, exitAfterLogs } from '../../src/host/log.ts';

/* Logs two lines, of which the log does not know yet that they cannot be written, and ends. */

const log = createLog({ level: 'info' });
process.stdin.once('data', () => {
  log.info('Stopping');
  log.info('Stopped');
  void exitAfterLogs(0);
});
process.stderr.write('ready\n');
