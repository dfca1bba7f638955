#!/usr/bin/env node
import { runProcess } from './run-command.ts';

/* The command `shaon`: the process entry. */

await runProcess(['serve', 'worker'].includes(process.argv[2] ?? ''));
