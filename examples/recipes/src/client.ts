import { ShaonClient } from '@shaon/client-sdk';

/** A client by the environment. It waits for the rate limit rather than run into it, and says so when it does. */
export function clientFromEnvironment(): ShaonClient {
  return new ShaonClient({
    baseUrl: environment('SHAON_URL'),
    token: environment('SHAON_TOKEN'),
    pace: true,
    onRetry: ({ method, path, delay, error }) => {
      if (delay > 5_000)
        console.error(`${method} ${path} waits ${Math.round(delay / 1_000)} s: ${error?.code ?? 'pace'}`);
    },
  });
}

/** A setting that has no default; without it the program ends and says which one is missing. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`Set ${name}.`);
    process.exit(2);
  }
  return value;
}
