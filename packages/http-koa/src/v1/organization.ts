import type { Branch, Department } from '@shaon/core';
import { type Answer, completeListAnswer } from './answer.ts';
import type { HandlerRequest } from './handler-request.ts';

/** SPEC 4, GET /departments. */
export async function listDepartments(request: HandlerRequest): Promise<Answer> {
  const departments = await request.services.organization.departments(request.actor);
  return completeListAnswer(departments.map(departmentRecord));
}

/** SPEC 4, GET /branches. */
export async function listBranches(request: HandlerRequest): Promise<Answer> {
  const branches = await request.services.organization.branches(request.actor);
  return completeListAnswer(branches.map(branchRecord));
}

/** SPEC 2, Department. */
function departmentRecord(department: Department) {
  return { id: department.id, name: department.name };
}

/** SPEC 2, Branch. */
function branchRecord(branch: Branch) {
  return { id: branch.id, name: branch.name, address: branch.address };
}
