import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { generateKey } from '@shaon/core';
import { expect } from 'chai';
import { blockOf } from './blocks.ts';
import { type OldPostgres, startInstalledPostgres } from './installed-postgres.ts';
import { Workplace } from './workplace.ts';

const PAGE = 'docs/maintenance.md';

/** What the commands of the page ask of an engine, on this machine: the volume is a folder, the database's programs are installed. */
const DOCKER = `#!/bin/bash
set -eu
program=(shaon)
options() {
  while [ $# -gt 0 ]; do
    case "$1" in
      --rm | --interactive | --detach | --no-deps | -T) shift ;;
      --volume | --env) shift 2 ;;
      --entrypoint) program=("$2"); shift 2 ;;
      shaon:local | serve) shift; exec "\${program[@]}" "\${@//\\/var\\/lib\\/shaon/$VOLUME}" ;;
      *) echo "This docker does not know $1." >&2; exit 1 ;;
    esac
  done
}
case "$*" in
  'stop shaon' | 'start shaon' | 'compose up --detach --wait '*) ;;
  'volume create shaon') mkdir -m 700 "$VOLUME" ;;
  'run '*) shift; options "$@" ;;
  'compose run '*) shift 2; options "$@" ;;
  'compose exec -T postgres '*) shift 4; exec "$@" ;;
  *) echo "This docker does not know $*." >&2; exit 1 ;;
esac
`;

describe(`${PAGE}, containers`, function () {
  this.timeout(60_000);
  let workplace: Workplace;

  beforeEach(() => {
    workplace = new Workplace();
    const volume = workplace.path('volume');
    workplace.set({ VOLUME: volume, SHAON_DATA_DIR: volume, SHAON_SMS: 'spool' });
    writeFileSync(workplace.path('bin/docker'), DOCKER);
    chmodSync(workplace.path('bin/docker'), 0o755);
  });
  afterEach(() => workplace.remove());

  it('backs up one container and restores it, its keys apart', async () => {
    await workplace.sh('docker volume create shaon && shaon migrate && shaon company create --name Bakery');
    await workplace.sh(blockOf(PAGE, 'backup-container'));
    expect(await workplace.sh('tar -tf backup/shaon.tar'))
      .to.include('./shaon.sqlite\n')
      .and.not.include('keys');
    rmSync(workplace.path('volume'), { recursive: true });
    expect(await workplace.sh(blockOf(PAGE, 'restore-container'))).to.not.include('BAD ');
    expect(statSync(workplace.path('volume/keys')).mode & 0o777).to.equal(0o600);
    expect(await workplace.sh('shaon company list')).to.match(/^1\tBakery\t/);
  });

  it('backs up the containers of compose.yaml and restores them', async function () {
    let postgres: OldPostgres | undefined;
    try {
      postgres = await startInstalledPostgres(this);
      const url = new URL(await postgres.create('shaon'));
      workplace.set({
        PATH: `${workplace.path('bin')}:${postgres.programs}:${process.env.PATH ?? ''}`,
        PGHOST: url.hostname,
        PGPORT: url.port,
        DATABASE_URL: url.href,
        SHAON_KEYS: generateKey(),
      });
      await workplace.sh('docker volume create shaon && shaon migrate && shaon company create --name Bakery');
      await workplace.sh(blockOf(PAGE, 'backup-compose'));
      await workplace.sh('rm -r volume && dropdb --username=shaon shaon');
      await workplace.sh('docker volume create shaon && createdb --username=shaon shaon');
      expect(await workplace.sh(blockOf(PAGE, 'restore-compose'))).to.not.include('BAD ');
      expect(await workplace.sh('shaon company list')).to.match(/^1\tBakery\t/);
    } finally {
      await postgres?.stop();
    }
  });
});
