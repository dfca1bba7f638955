import { expect } from 'chai';
import type { RunStatement } from '../../src/database/connect/engine.ts';
import { AllCompanies } from '../../src/database/sql/all-companies.ts';
import { listDocumentKeys } from '../../src/leave/leave-queries.ts';

/** A database that has documents at these ids, as its two statements answer. */
function documentsAt(ids: readonly number[]) {
  const spans: number[] = [];
  const run: RunStatement = async (text, values) => {
    if (values.length === 0) return [{ id: Math.max(0, ...ids) }];
    expect(text).to.match(/id > \$1 AND id <= \$2/);
    const [after, to] = values as [number, number];
    spans.push(to - after);
    return ids.filter((id) => id > after && id <= to).map((id) => ({ document_key: `key ${id}` }));
  };
  return { all: new AllCompanies(run, 'sqlite'), spans };
}

describe('the keys of all documents', () => {
  it('are read a thousand requests at a time, however many there are', async () => {
    const ids = [1, 999, 1_000, 1_001, 1_999, 2_000, 2_001, 500_000];
    const { all, spans } = documentsAt(ids);
    expect([...(await listDocumentKeys(all))]).to.deep.equal(ids.map((id) => `key ${id}`));
    expect(spans).to.have.length(500);
    expect(Math.max(...spans)).to.equal(1_000);
  });

  it('are none where there is no request', async () => {
    const { all, spans } = documentsAt([]);
    expect([...(await listDocumentKeys(all))]).to.deep.equal([]);
    expect(spans).to.deep.equal([]);
  });
});
