import type { WebhookEvent } from '@shaon/client-sdk/webhooks';

/**
 * Accepts each verified event once, because a delivery can arrive twice. A real receiver stores the ids in its
 * database.
 */
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
      // Includes events that are newer than this program.
      return JSON.stringify((event as { data: unknown }).data);
  }
}
