export { TestClock } from './clock.ts';
export { type ConnectProxy, startConnectProxy } from './connect-proxy.ts';
export {
  createTestDatabase,
  type OnEachDatabaseOptions,
  onEachDatabase,
  type TestDatabase,
} from './databases.ts';
export { type Dialect, testedDialects } from './dialects.ts';
export { daySeed, runsAll } from './extent.ts';
export { chromiumPath, type ExternalTool, skipFor, skipUnlessTested, skipWithout } from './external-tools.ts';
export { fillTable } from './fill-table.ts';
export { freePort } from './free-port.ts';
export type { Connection } from './fresh-database.ts';
export { type HandlerLog, handlerLog } from './handler-log.ts';
export { definedInputs, HOSTILE_VALUES } from './hostile-values.ts';
export { assertKeptKeys } from './kept-keys.ts';
export { assertKeptSearch } from './kept-search.ts';
export { type LargeCompany, largeCompany, smallCompanies } from './large-company.ts';
export { type Listening, listen } from './listen.ts';
export { newEmployee, validIdNumber } from './new-employee.ts';
export { type RunningNginx, startNginx } from './nginx.ts';
export { duringPasswordCheck, useRealPasswordHashes } from './password-hashes.ts';
export { type RunningPgBouncer, startPgBouncer } from './pgbouncer.ts';
export { embeddedPrograms, installedPrograms, type PostgresPrograms } from './postgres-programs.ts';
export { rawSql } from './raw-sql.ts';
export { anyValue, type RecordedServices, recordedServices, serviceMethods } from './recorded-calls.ts';
export { type RunningRedis, startRedis } from './redis.ts';
export { type ReplicatedPostgres, type StoppablePostgres, startReplicatedPostgres } from './replicated-postgres.ts';
export { type RestartablePostgres, startRestartablePostgres } from './restartable-postgres.ts';
export { runnableProgram } from './runnable-program.ts';
export { countedStatements, sentStatements } from './sent-statements.ts';
export { startServerProgram } from './server-program.ts';
export { type SmallVolume, smallVolume } from './small-volume.ts';
export { assertStoredCounts } from './stored-counts.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { type Door, throwAtDoors } from './throwing-doors.ts';
export { countVisits, type VisitCounter } from './visited-rows.ts';
