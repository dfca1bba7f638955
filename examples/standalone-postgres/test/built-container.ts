import { execFile, spawn } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import type { Copy, Instruction } from 'dockerfile-ast';

const { DockerfileParser } = createRequire(import.meta.url)('dockerfile-ast') as typeof import('dockerfile-ast');
const run = promisify(execFile);

export type Environment = Readonly<Record<string, string>>;

/** A process of the image that goes on. */
export interface RunningContainer {
  /** The first log line with this message. Throws with what it printed when it ends before. */
  line(message: string): Promise<Readonly<Record<string, unknown>>>;
  /** Asks it to end; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** A user who is not root: where the tests run as root, nobody; else whoever runs them. */
const IS_ROOT = process.getuid?.() === 0;
const USER_ID = IS_ROOT ? 65_534 : (process.getuid?.() ?? 0);
/** Paths of the image; they lie in a folder of the stage. */
const IMAGE_PATH = /(?<![\w.-])\/(?:opt|var\/lib)\/\w+/g;

class Stage {
  readonly root: string;
  folder: string;
  environment: Environment = {};
  user = 'root';
  healthCheck: readonly string[] = [];
  entryPoint: readonly string[] = [];
  command: readonly string[] = [];

  constructor(root: string) {
    this.root = root;
    this.folder = root;
    mkdirSync(root, { recursive: true });
    chmodSync(root, 0o755);
  }

  /** A text in which paths of the image, and the user that its base image has, are those of this machine. */
  here(text: string): string {
    return text.replace(IMAGE_PATH, (path) => join(this.root, path)).replaceAll('node:node', `${USER_ID}:${USER_ID}`);
  }
}

/**
 * Executes a Dockerfile's instructions in their order without an engine. Each stage is a folder, in which the image's
 * absolute paths lie; the programs are those of this machine. An instruction that it does not know is an error.
 */
export class BuiltContainer {
  readonly #stage: Stage;

  private constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** @param options.folder an empty folder, which everybody may enter */
  static async build(options: { readonly context: string; readonly folder: string }): Promise<BuiltContainer> {
    const { context, folder } = options;
    const parsed = DockerfileParser.parse(readFileSync(join(context, 'Dockerfile'), 'utf8'));
    const stages = new Map<string, Stage>();
    let stage: Stage | undefined;
    for (const instruction of parsed.getInstructions()) {
      const keyword = instruction.getKeyword();
      if (keyword === 'FROM') {
        const name = / as (\w+)$/i.exec(instruction.getArgumentsContent() ?? '')?.[1] ?? 'final';
        stage = new Stage(join(folder, name));
        stages.set(name, stage);
        continue;
      }
      const execute = INSTRUCTIONS[keyword];
      if (stage === undefined || execute === undefined) throw new Error(`The test cannot execute ${keyword}.`);
      await execute(stage, instruction, { context, stages });
    }
    if (stage === undefined) throw new Error('The Dockerfile has no stage.');
    return new BuiltContainer(stage);
  }

  get user(): string {
    return this.#stage.user;
  }

  /** Where a path of the image lies on this machine. */
  path(path: string): string {
    return this.#stage.here(path);
  }

  /** Runs the image with these arguments, or with its own, to its end. */
  async run(args: readonly string[], environment: Environment) {
    return await this.#end([...this.#stage.entryPoint, ...args], environment);
  }

  async isHealthy(environment: Environment): Promise<boolean> {
    return (await this.#end(this.#stage.healthCheck, environment)).code === 0;
  }

  start(args: readonly string[], environment: Environment): RunningContainer {
    const [program = '', ...rest] = [...this.#stage.entryPoint, ...(args.length === 0 ? this.#stage.command : args)];
    const child = spawn(program, rest, { ...this.#options(environment), stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    const output: string[] = [];
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
    const lines = createInterface({ input: child.stdout });
    lines.on('line', (text) => output.push(`${text}\n`));
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    return {
      line: (message) =>
        new Promise((resolve, reject) => {
          const read = (text: string) => {
            const line = text.startsWith('{') ? JSON.parse(text) : {};
            if (line.msg === message) resolve(line);
          };
          for (const text of output.join('').split('\n')) read(text);
          lines.on('line', read);
          void ended.then(() => reject(new Error(`It ended without "${message}":\n${output.join('')}`)));
        }),
      stop: async () => {
        child.kill('SIGTERM');
        const code = await ended;
        process.off('exit', kill);
        return code;
      },
    };
  }

  async #end([program = '', ...args]: readonly string[], environment: Environment) {
    try {
      return { code: 0, ...(await run(program, args, this.#options(environment))) };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, stdout, stderr };
    }
  }

  #options(environment: Environment) {
    const stage = this.#stage;
    const owner = IS_ROOT && stage.user !== 'root' ? { uid: USER_ID, gid: USER_ID } : {};
    return { cwd: stage.folder, env: { ...ownEnvironment(), ...stage.environment, ...environment }, ...owner };
  }
}

type Execute = (
  stage: Stage,
  instruction: Instruction,
  build: { readonly context: string; readonly stages: ReadonlyMap<string, Stage> },
) => Promise<void> | void;

const INSTRUCTIONS: Readonly<Record<string, Execute>> = {
  WORKDIR: (stage, instruction) => {
    stage.folder = stage.here(textOf(instruction));
    mkdirSync(stage.folder, { recursive: true });
  },
  COPY: (stage, instruction, { context, stages }) => {
    const from = (instruction as Copy).getFromFlag()?.getValue() ?? null;
    const [source = '', target = ''] = textOf(instruction).split(' ');
    const goal = join(stage.folder, target);
    const earlier = from === null ? undefined : stages.get(from);
    if (earlier === undefined) return copyContext(join(context, source), goal);
    // Moved and not copied, since nobody asks for the earlier stage again.
    rmdirSync(goal);
    renameSync(earlier.here(source), goal);
  },
  RUN: async (stage, instruction) => {
    const env = { ...ownEnvironment(), ...stage.environment };
    await run('sh', ['-euc', stage.here(textOf(instruction))], { cwd: stage.folder, env, maxBuffer: 64 * 1024 * 1024 });
  },
  ENV: (stage, instruction) => {
    const pairs = [...textOf(instruction).matchAll(/(\w+)=(\S+)/g)];
    const named = pairs.map(([, name = '', value = '']) => [name, stage.here(value)] as const);
    stage.environment = { ...stage.environment, ...Object.fromEntries(named) };
  },
  USER: (stage, instruction) => {
    stage.user = textOf(instruction);
  },
  VOLUME: (stage, instruction) => {
    if (!existsSync(stage.here(textOf(instruction)))) throw new Error(`Nobody has made ${textOf(instruction)}.`);
  },
  EXPOSE: () => {},
  HEALTHCHECK: (stage, instruction) => {
    stage.healthCheck = listOf(instruction);
  },
  ENTRYPOINT: (stage, instruction) => {
    stage.entryPoint = listOf(instruction);
  },
  CMD: (stage, instruction) => {
    stage.command = listOf(instruction);
  },
};

function textOf(instruction: Instruction): string {
  return (instruction.getArgumentsContent() ?? '').replace(/\\\n\s*/g, ' ').trim();
}

/** The JSON list in an instruction, which an engine runs without a shell. */
function listOf(instruction: Instruction): string[] {
  return JSON.parse(/\[.*\]/s.exec(textOf(instruction))?.[0] ?? 'null') as string[];
}

/** What a container has of the environment in which this test runs. */
function ownEnvironment(): Environment {
  const path = [dirname(process.execPath), process.env.PATH ?? ''].join(':');
  return { PATH: path, HOME: process.env.HOME ?? '' };
}

/** What .dockerignore leaves: a name in any folder, or a path from the top. */
function copyContext(context: string, goal: string): void {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const pattern of patterns) {
    if (!/^(\*\*\/)?[\w.-]+$/.test(pattern)) throw new Error(`The test cannot read ${pattern} of .dockerignore.`);
  }
  const isIgnored = (path: string) =>
    patterns.some((pattern) =>
      pattern.startsWith('**/') ? path.split(sep).includes(pattern.slice(3)) : path.split(sep)[0] === pattern,
    );
  cpSync(context, goal, { recursive: true, filter: (path) => !isIgnored(relative(context, path)) });
}
