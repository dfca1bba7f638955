#!/usr/bin/env node
import { allowYoungSpaceGrowth, isYoungSpaceConfigured } from './young-space-growth.ts';

/* The command `shaon`: the process entry. */

const isServer = ['serve', 'worker'].includes(process.argv[2] ?? '');
// Modules loaded next stay in memory, and loading them would let the space for new objects grow to its maximum.
if (isServer && !isYoungSpaceConfigured()) allowYoungSpaceGrowth(false);
const { runProcess } = await import('./run-command.ts');
await runProcess(isServer);
