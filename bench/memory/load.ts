import type { BenchCompany } from '../v1/data/company.ts';
import { israeliId } from '../v1/workloads.ts';

export interface LoadOptions {
  /** Pages of the attendance, of which one is asked for at random. */
  readonly pages: number;
  readonly perSecond: number;
  /** One of so many requests makes an employee. */
  readonly newEvery: number;
}

/** Waiting requests use memory, so a machine that cannot keep up gets fewer requests. */
const MOST_UNDER_WAY = 16;

/** Requests that are sent by the clock, as long as not too many wait for their answers. */
export class Load {
  answered = 0;
  failed = 0;
  readonly #origin: string;
  readonly #company: BenchCompany;
  readonly #options: LoadOptions;
  readonly #underWay = new Set<Promise<void>>();
  #sent = 0;

  constructor(origin: string, company: BenchCompany, options: LoadOptions) {
    this.#options = options;
    this.#origin = origin;
    this.#company = company;
  }

  async run(seconds: number): Promise<void> {
    const everyMs = 1_000 / this.#options.perSecond;
    const begunAt = performance.now();
    for (let due = 0; due < seconds * 1_000; ) {
      while (due <= performance.now() - begunAt) {
        if (this.#underWay.size < MOST_UNDER_WAY) this.#ask();
        due += everyMs;
      }
      await new Promise((resolve) => setTimeout(resolve, everyMs));
    }
    await Promise.all(this.#underWay);
  }

  #ask(): void {
    this.#sent += 1;
    const asked = this.#request(this.#sent)
      .then(async (response) => {
        await response.arrayBuffer();
        if (response.ok) this.answered += 1;
        else this.failed += 1;
      })
      .catch(() => {
        this.failed += 1;
      })
      .finally(() => this.#underWay.delete(asked));
    this.#underWay.add(asked);
  }

  #request(number: number): Promise<Response> {
    const headers = { authorization: `Bearer ${this.#company.token}` };
    if (number % this.#options.newEvery !== 0) {
      const page = 1 + Math.floor(Math.random() * this.#options.pages);
      return fetch(`${this.#origin}/api/v1/attendance?page=${page}`, { headers });
    }
    return fetch(`${this.#origin}/api/v1/employees`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        name: `עובדת חדשה ${number}`,
        id_number: israeliId(10_000_000 + number + (process.pid % 100) * 100_000),
        email: `new-${process.pid}-${number}@bench.example`,
        phone: '0501234567',
        salary_type: 'hourly',
        hourly_rate: 45.5,
      }),
    });
  }
}
