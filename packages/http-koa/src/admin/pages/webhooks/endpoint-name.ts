import type { EndpointSummary, Webhooks } from '@shaon/webhooks';
import { code, name } from '../../components/texts.ts';
import type { Html } from '../../html.ts';
import type { Page } from '../../page.ts';
import { PageError } from '../../page-errors.ts';

/** The product's webhooks; throws `notFound` if it sends none. */
export function webhooksOf(page: Page): Webhooks {
  if (page.webhooks === null) throw new PageError('notFound');
  return page.webhooks;
}

type Named = Pick<EndpointSummary, 'description' | 'url'>;

/** The name of an endpoint: its description, else the host of its URL. */
export function endpointText({ description, url }: Named): string {
  return description === '' ? new URL(url).host : description;
}

/** The same as a piece of a page. */
export function endpointName(endpoint: Named): Html {
  return endpoint.description === '' ? code(new URL(endpoint.url).host) : name(endpoint.description);
}

/** The crumbs of the pages under an endpoint's page. */
export function endpointCrumbs(page: Page, endpoint: EndpointSummary) {
  return [
    { href: '/webhooks', label: page.t.webhooks.title },
    { href: `/webhooks/${endpoint.id}`, label: endpointName(endpoint) },
  ];
}

/** The endpoint of the path. Throws `not_found`. */
export function endpointOf(page: Page): Promise<EndpointSummary> {
  return webhooksOf(page).endpoints.get(page.actor, page.id());
}

/** An endpoint's page. */
export const pathOf = (_page: Page, { id }: EndpointSummary): string => `/webhooks/${id}`;

/** Where a question about an endpoint stands. */
export function endpointPlace(page: Page, endpoint: EndpointSummary) {
  return { navigation: '/webhooks', crumbs: endpointCrumbs(page, endpoint) };
}
