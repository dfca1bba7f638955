import type * as coreDoor from '@shaon/core';

/* What a reader of docs/ports.md has already. */
declare global {
  const core: coreDoor.Core;
  const createV1Routes: typeof import('@shaon/http-koa').createV1Routes;
  const options: import('@shaon/http-koa').V1Options;
  const ownPeople: coreDoor.EmployeeReads;
  const ownAttendance: coreDoor.AttendanceReads;
  const makeSample: Parameters<typeof import('@shaon/core/testing').attendanceReadsContract>[0];
  const it: (name: string, run: () => Promise<void>) => void;
}
