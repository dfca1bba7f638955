import { expect } from 'chai';
import { RefusedReadings } from '../../src/database/refused-readings.ts';

describe('the log of refused readings', () => {
  const lines: object[] = [];
  const note = (fields: object) => void lines.push(fields);
  const refusedReadings = new RefusedReadings({ info: note, warn: note, error: note });
  const endOfPeriod = () => new Promise((resolve) => setTimeout(resolve, 1_100));
  beforeEach(() => {
    lines.length = 0;
  });
  after(() => refusedReadings.close());

  it('has one line for the first and one a second for the rest, of each reading', async () => {
    for (let waiting = 100; waiting < 150; waiting += 1) refusedReadings.note('attendance.list', waiting);
    refusedReadings.note('employees.list', 100);
    expect(lines).to.deep.equal([
      { reading: 'attendance.list', waiting: 100, refused: 1 },
      { reading: 'employees.list', waiting: 100, refused: 1 },
    ]);
    await endOfPeriod();
    refusedReadings.note('attendance.list', 100);
    expect(lines.slice(2)).to.deep.equal([{ reading: 'attendance.list', waiting: 149, refused: 49 }]);
    await endOfPeriod();
    expect(lines.slice(3)).to.deep.equal([{ reading: 'attendance.list', waiting: 100, refused: 1 }]);
  });

  it('has the rest at the end', () => {
    refusedReadings.note('leave.list', 100);
    refusedReadings.note('leave.list', 100);
    refusedReadings.close();
    expect(lines).to.deep.equal([
      { reading: 'leave.list', waiting: 100, refused: 1 },
      { reading: 'leave.list', waiting: 100, refused: 1 },
    ]);
  });
});
