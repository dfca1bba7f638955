import { OPERATION_OF_CALL } from '@shaon/core/extension';
import { expect } from 'chai';
import { V1_ROUTES } from '../../src/v1/routes.ts';

describe('the table of the API', () => {
  it('is what core knows of its calls when it sums up the audit', () => {
    const routes = V1_ROUTES.map(({ method, path, operation }) => [`${method} ${path}`, operation]);
    expect(Object.fromEntries(routes)).to.deep.equal(OPERATION_OF_CALL);
  });
});
