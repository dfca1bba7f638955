import { createCore, systemActor } from '@shaon/core';
import { TEST_KEYS } from '../support.ts';

/* Reports the rows of its argument, a ReportOrder as JSON, and prints the answers of each portion once it is committed. */

export interface ReportOrder {
  readonly connection: Parameters<typeof createCore>[0]['database'] & object;
  readonly companyId: number;
  readonly rows: readonly { device: string; number: number; employee_id: number; at: string }[];
}

const { connection, companyId, rows } = JSON.parse(process.argv[2] ?? '') as ReportOrder;
const core = await createCore({ database: connection, keys: TEST_KEYS, welcomeMessages: false });
await core.attendance.recordPunches(systemActor(companyId), rows, {
  onAnswers: (answers) => void process.stdout.write(`${answers.map(({ answer }) => answer).join(' ')}\n`),
});
await core.close();
