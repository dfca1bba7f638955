let serial = 0;

/** The fields of a create request that every new employee has (SPEC 4, POST /employees). */
interface NewEmployeeFields {
  name: string;
  id_number: string;
  email: string;
  phone: string;
  salary_type: 'hourly' | 'global';
  hourly_rate: string;
}

/** A valid new employee that differs from every other one of this process. */
export function newEmployee<Overrides extends object = object>(overrides?: Overrides): NewEmployeeFields & Overrides {
  serial += 1;
  const fields: NewEmployeeFields = {
    name: `נועה כהן ${serial}`,
    id_number: validIdNumber(10_000_000 + serial),
    email: `noa${serial}@example.test`,
    phone: '050-1234567',
    salary_type: 'hourly',
    // An amount that occurs nowhere else, so an answer that contains it discloses a salary.
    hourly_rate: '7391.27',
  };
  return { ...fields, ...overrides } as NewEmployeeFields & Overrides;
}

/** Eight digits with their check digit (D:W7). */
export function validIdNumber(eightDigits: number): string {
  const digits = String(eightDigits).padStart(8, '0');
  const sum = [...digits].reduce((total, digit, index) => {
    const weighted = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
