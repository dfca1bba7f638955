import { Inject, Injectable } from '@nestjs/common';
import { type Core, systemActor } from '@shaon/core';

export const CORE = Symbol('core');

@Injectable()
export class PeopleService {
  constructor(@Inject(CORE) private readonly core: Core) {}

  async count(companyId: number): Promise<number> {
    return (await this.core.employees.list(systemActor(companyId), {}, { page: 1, per_page: 1 })).total;
  }
}
