import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from './run-directory.ts';

/** A real file system with little space. */
export interface SmallVolume {
  readonly path: string;
  /** Fills all free space; existing files do not change. */
  fill(): void;
  /** Frees the space that `fill` took. */
  makeRoom(): void;
  /** Makes the volume itself larger. */
  grow(kilobytes: number): void;
  close(): void;
}

/** Null if this user may not mount one; only root may, and not in every container. */
export function smallVolume(megabytes: number): SmallVolume | null {
  const path = makeFolder('small-volume');
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return null;
  }
  const unmount = () => execFileSync('umount', ['--lazy', path], { stdio: 'ignore' });
  process.once('exit', unmount);
  const ballast = join(path, 'ballast');
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path);
      writeFileSync(ballast, Buffer.alloc(bavail * bsize), { flag: 'a' });
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    grow: (kilobytes) =>
      void execFileSync('mount', ['-o', `remount,size=${megabytes * 1_024 + kilobytes}k`, path], { stdio: 'ignore' }),
    close() {
      process.off('exit', unmount);
      unmount();
    },
  };
}
