import type * as coreDoor from '@shaon/core';

/* What a reader of docs/import.md has already. */
declare global {
  const core: coreDoor.Core;
  const actor: coreDoor.SystemActor;
  const employee: coreDoor.NewEmployee;
}
