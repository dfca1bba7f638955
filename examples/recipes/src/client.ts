import { ShaonClient } from '@shaon/client-sdk';

/** A client with settings from the environment. It waits instead of exceeding the rate limit, and prints each wait. */
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

/** A setting without a default; if it is missing, the program names it and ends. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    console.error(`Set ${name}.`);
    process.exit(2);
  }
  return value;
}
