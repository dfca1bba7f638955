import { code, name } from '../../components/texts.ts';
import type { Html } from '../../html.ts';
import { PageError } from '../../page-errors.ts';
import type { Page } from '../../visit.ts';
import type { AdminEndpoint, AdminWebhooks } from '../../webhooks-port.ts';

/** The product's webhooks; throws `notFound` where it sends none. */
export function webhooksOf(page: Page): AdminWebhooks {
  if (page.webhooks === null) throw new PageError('notFound');
  return page.webhooks;
}

type Named = Pick<AdminEndpoint, 'description' | 'url'>;

/** What an endpoint is called: its description, else the server that it leads to. */
export function endpointText({ description, url }: Named): string {
  return description === '' ? new URL(url).host : description;
}

/** The same as a piece of a page. */
export function endpointName(endpoint: Named): Html {
  return endpoint.description === '' ? code(new URL(endpoint.url).host) : name(endpoint.description);
}

/** The crumbs of the pages behind an endpoint's own. */
export function endpointCrumbs(page: Page, endpoint: AdminEndpoint) {
  return [
    { href: '/webhooks', label: page.t.webhooks.title },
    { href: `/webhooks/${endpoint.id}`, label: endpointName(endpoint) },
  ];
}

/** A question about an endpoint: where its form goes (`act` under its page), and the way back. */
export function endpointFrame(page: Page, endpoint: AdminEndpoint, act: string) {
  const back = `/webhooks/${endpoint.id}`;
  return { action: `${back}/${act}`, back, navigation: '/webhooks', crumbs: endpointCrumbs(page, endpoint) };
}
