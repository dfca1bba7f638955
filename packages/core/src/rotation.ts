import { setImmediate } from 'node:timers/promises';
import { operatorEntry } from './audit/audit-act.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { invalidOption } from './errors.ts';
import type { RotationStep } from './keys/key-rotation.ts';
import { wholeNumber } from './option-rules.ts';

/** Options of a rotation. */
export interface RotateKeysOptions {
  /** Values per short transaction. Default 200. */
  readonly batchSize?: number | undefined;
  readonly onProgress?: ((progress: RotationProgress) => void) | undefined;
}

/** The progress of a step. */
export interface RotationProgress {
  readonly name: string;
  readonly rotated: number;
  /** Values that no key of the list opens: see the log, and keep the old keys. */
  readonly failed: number;
}

/** Re-encrypts values of older keys with the first one, kind by kind. */
export class KeyRotation {
  readonly #steps: RotationStep[] = [];
  readonly #audit: AuditLog;

  constructor(audit: AuditLog, steps: readonly RotationStep[]) {
    this.#audit = audit;
    this.#steps.push(...steps);
  }

  /** Adds another kind, of an extension package. */
  add(step: RotationStep): void {
    if (this.#steps.some((known) => known.name === step.name)) {
      throw invalidOption(`A rotation named ${step.name} is registered already.`);
    }
    this.#steps.push(step);
  }

  /** Ids of keys that stored values need and the ring lacks, at least one per kind. */
  async missingKeys(): Promise<string[]> {
    const missing = new Set<string>();
    for (const { missingKey } of this.#steps) {
      const id = (await missingKey?.()) ?? null;
      if (id !== null) missing.add(id);
    }
    return [...missing].sort();
  }

  /**
   * Runs every step to its end while others go on writing. After an interruption it continues with the rest. If nothing
   * failed, the older keys are no longer needed. Audited.
   */
  async run(options: RotateKeysOptions = {}): Promise<RotationProgress[]> {
    const limit = wholeNumber('batchSize', options.batchSize ?? 200, 1);
    const report: RotationProgress[] = [];
    for (const step of this.#steps) {
      let done: RotationProgress = { name: step.name, rotated: 0, failed: 0 };
      let after: string | null = null;
      do {
        const batch = await step.rotateBatch({ after, limit });
        done = { name: step.name, rotated: done.rotated + batch.rotated, failed: done.failed + batch.failed };
        options.onProgress?.(done);
        after = batch.next;
        await setImmediate();
      } while (after !== null);
      report.push(done);
    }
    await this.#audit.commit(operatorEntry('keys.rotate', report));
    return report;
  }
}
