import type { WebhookEvent } from '@shaon/client-sdk/webhooks';

/** Takes verified events, each once: a delivery can come twice. A real receiver keeps the ids in its database. */
export function createInbox(): (event: WebhookEvent) => void {
  const seen = new Set<string>();
  return (event) => {
    const { id } = event.delivery;
    if (id !== null && seen.has(id)) return console.log(`again    ${event.event} ${id}`);
    if (id !== null) seen.add(id);
    console.log(`verified ${event.event} ${id}: ${describe(event)}`);
  };
}

function describe(event: WebhookEvent): string {
  switch (event.event) {
    case 'employee.created':
      return event.data.name;
    case 'attendance.clocked_in':
      return `employee ${event.data.employee_id} at ${event.data.check_in}`;
    case 'leave_request.approved':
      return `employee ${event.data.employee_id} on ${event.data.date}`;
    default:
      // Also an event that is newer than this program.
      return JSON.stringify((event as { data: unknown }).data);
  }
}
