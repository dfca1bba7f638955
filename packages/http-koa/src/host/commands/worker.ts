import { Closers } from '../closers.ts';
import { assertEnoughFor } from '../config-rules.ts';
import { databaseConnection, prepareDatabase } from '../database.ts';
import { stopOnSignal } from '../ending.ts';
import { openCore } from '../open-core.ts';
import { lockDatabase } from '../process-lock.ts';
import { startWorkers } from '../worker.ts';
import { type AddCommand, commandContext } from './command.ts';

export const addWorker: AddCommand = (program) => {
  program
    .command('worker')
    .description('deliver messages and webhooks, and serve nothing')
    .action(async () => {
      const { config, log } = commandContext({ server: true });
      assertEnoughFor('sending', config);
      const database = databaseConnection(config);
      await prepareDatabase(database);
      const closers = new Closers();
      stopOnSignal(
        async (signal) => {
          log.info({ signal }, 'Stopping');
          await closers.close();
          log.info({}, 'Stopped');
        },
        (error) => log.error({ err: error }, 'Stopping failed'),
      );
      closers.add((await lockDatabase(database, 'worker')).release);
      const opened = await openCore(config, log);
      closers.add(() => opened.core.close());
      const workers = await startWorkers(opened, config, log, true);
      closers.add(() => workers.stop(config.drainSeconds * 1_000));
      log.info({}, 'Shaon delivers');
      // Nothing else need keep the process alive while there is nothing to deliver.
      setInterval(() => undefined, 2 ** 30);
    });
};
