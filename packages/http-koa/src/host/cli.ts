#!/usr/bin/env node
import { isYoungSpaceSaid, letYoungSpaceGrow } from './young-space-growth.ts';

/* The command `shaon`: the process entry. */

const isServer = ['serve', 'worker'].includes(process.argv[2] ?? '');
// What is loaded next stays, and would make the space for new objects as large as it may be.
if (isServer && !isYoungSpaceSaid()) letYoungSpaceGrow(false);
const { runCommand } = await import('./run-command.ts');
await runCommand({ isServer });
