import type { Core, SystemActor } from '@shaon/core';

/** A key ring for tests only. */
export const TEST_KEYS = `test:${Buffer.alloc(32, 7).toString('base64')}`;

let serial = 0;

/** Creates an employee, which is what makes an event. */
export async function hire(
  { core, company }: { readonly core: Core; readonly company: SystemActor },
  options: Parameters<Core['employees']['create']>[2] = {},
  number = ++serial,
): Promise<number> {
  const employee = await core.employees.create(
    company,
    {
      name: `נועה 😀 ${number}`,
      id_number: idNumber(10_000_000 + number),
      email: `noa${number}-${process.pid}@example.test`,
      phone: '050-1234567',
      salary_type: 'hourly',
      hourly_rate: '42.5',
    },
    options,
  );
  return employee.id;
}

/** Eight digits with their check digit. */
function idNumber(eightDigits: number): string {
  const digits = String(eightDigits).padStart(8, '0');
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
