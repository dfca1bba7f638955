import type { Actor, EventType, Page, PageRequest, WriteOptions } from '@shaon/core';

/**
 * The part of `@shaon/webhooks` that the pages use, declared here because that package is optional: products without
 * webhooks need not install it. A test checks that the real services are assignable.
 */
export interface AdminWebhooks {
  readonly endpoints: AdminEndpoints;
  readonly deliveries: AdminDeliveries;
  readonly signatures: AdminSignatures;
  readonly policy: AdminWebhooksPolicy;
}

/** An admin's input for an endpoint. */
export interface EndpointFields {
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description?: string | null | undefined;
  readonly max_inflight?: number | undefined;
}

export interface AdminEndpoints {
  list(actor: Actor): Promise<readonly AdminEndpoint[]>;
  get(actor: Actor, id: number): Promise<AdminEndpoint>;
  healthOfAll(actor: Actor): Promise<readonly AdminHealth[]>;
  health(actor: Actor, id: number): Promise<AdminHealthDetail>;
  register(
    actor: Actor,
    input: EndpointFields,
    options?: WriteOptions,
  ): Promise<{
    readonly endpoint: AdminEndpoint;
    /** In clear, only here. */
    readonly secret: string;
    readonly warnings: readonly 'duplicate_url'[];
  }>;
  update(
    actor: Actor,
    id: number,
    change: Partial<EndpointFields>,
    options?: WriteOptions & { readonly unchangedSince?: Date },
  ): Promise<void>;
  disable(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  enable(actor: Actor, id: number, held: 'send' | 'discard', options?: WriteOptions): Promise<number>;
  remove(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  rotateSecret(actor: Actor, id: number, overlapHours?: number, options?: WriteOptions): Promise<string>;
  switchSecret(actor: Actor, id: number, options?: WriteOptions): Promise<void>;
  revokeOldSecrets(actor: Actor, id: number, options?: WriteOptions): Promise<string | null>;
}

export interface AdminEndpoint {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  readonly enabled: boolean;
  readonly disabledReason: 'admin' | 'secret_unreadable' | 'failing' | null;
  readonly disabledAt: Date | null;
  readonly maxInflight: number;
  readonly failing: boolean;
  readonly failureStreak: number;
  readonly held: number;
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly events: readonly EventType[];
  readonly secrets: readonly AdminSecret[];
}

export interface AdminSecret {
  readonly state: AdminSecretState;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export type AdminSecretState = 'pending' | 'current' | 'previous' | 'revoked';

interface Ended {
  readonly delivered: number;
  readonly failed: number;
}

export interface AdminHealth {
  readonly endpointId: number;
  readonly last24Hours: Ended;
  readonly last7Days: Ended;
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  readonly failingSince: Date | null;
  readonly pending: number;
  readonly retrying: number;
  readonly nextDueAt: Date | null;
  readonly held: number;
}

interface LastEnded {
  readonly deliveryId: number;
  readonly at: Date;
  readonly status: number | null;
  readonly error: string | null;
}

export interface AdminHealthDetail extends AdminHealth {
  readonly lastSuccess: LastEnded | null;
  readonly lastFailure: LastEnded | null;
  readonly days: readonly {
    readonly date: string;
    readonly atOnce: number;
    readonly afterRetry: number;
    readonly failed: number;
  }[];
}

export interface AdminDeliveries {
  list(actor: Actor, filter: AdminDeliveryFilter, page: PageRequest): Promise<Page<AdminDelivery>>;
  get(actor: Actor, id: number): Promise<AdminDelivery & { readonly body: string }>;
  attempts(actor: Actor, id: number): Promise<readonly AdminAttempt[]>;
  request(actor: Actor, id: number, attempt: number): Promise<AdminRequest>;
  samples(actor: Actor): Promise<readonly { readonly type: EventType; readonly body: string }[]>;
  countReplay(actor: Actor, endpointId: number, range: AdminReplayRange): Promise<number>;
  replays(actor: Actor, endpointId: number): Promise<readonly AdminReplay[]>;
  resend(actor: Actor, id: number, options?: WriteOptions): Promise<number>;
  replay(actor: Actor, endpointId: number, range: AdminReplayRange, options?: WriteOptions): Promise<number>;
  sendTest(actor: Actor, endpointId: number, type?: EventType, options?: WriteOptions): Promise<number>;
}

export type AdminDeliveryState = 'pending' | 'in_flight' | 'held' | 'succeeded' | 'failed' | 'cancelled';

export type AdminStatusClass = '1xx' | '2xx' | '3xx' | '4xx' | '5xx';

export interface AdminDeliveryFilter {
  readonly endpointId?: number | undefined;
  readonly state?: AdminDeliveryState | undefined;
  readonly eventType?: string | undefined;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
  readonly status?: number | AdminStatusClass | 'none' | undefined;
}

export interface AdminDelivery {
  readonly id: number;
  readonly eventId: number;
  readonly eventType: string;
  readonly endpointId: number;
  readonly run: number;
  readonly trigger: 'auto' | 'manual' | 'replay' | 'test';
  readonly state: AdminDeliveryState;
  readonly dueAt: Date | null;
  readonly attempts: number;
  readonly failures: number;
  readonly lastStatus: number | null;
  readonly lastError: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export interface AdminAttempt {
  readonly number: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly outcome: string | null;
  readonly status: number | null;
  readonly durationMs: number | null;
  readonly remoteIp: string | null;
  readonly excerpt: string | null;
  readonly errorCode: string | null;
  readonly nextDueAt: Date | null;
}

export interface AdminRequest {
  readonly attempt: number;
  readonly method: string;
  readonly url: string;
  readonly urlIsAsSent: boolean;
  readonly headers: readonly { readonly name: string; readonly value: string | null; readonly isMasked: boolean }[];
  readonly body: string;
  readonly startedAt: Date | null;
}

export interface AdminReplayRange {
  readonly from: Date;
  readonly to?: Date | undefined;
  readonly which?: 'failed' | 'all' | undefined;
}

export interface AdminReplay {
  readonly at: Date;
  readonly total: number;
  readonly delivered: number;
  readonly failed: number;
  readonly cancelled: number;
  readonly waiting: number;
}

export interface AdminSignatures {
  examine(
    actor: Actor,
    endpointId: number,
    pasted: { readonly body: string; readonly headers: string },
    options?: WriteOptions,
  ): Promise<AdminSignatureReport>;
}

export type AdminVerdict =
  | { readonly is: 'absent' | 'no_match' }
  | {
      readonly is: 'malformed';
      readonly reason: 'prefix' | 'encoding' | 'upper_case' | 'id_missing' | 'timestamp_missing' | 'timestamp_form';
    }
  | {
      readonly is: 'match';
      readonly secret: { readonly state: AdminSecretState; readonly createdAt: Date };
      readonly body: 'as_given' | 'unix_newlines' | 'trimmed' | 'compact_json';
      readonly isRightKey: boolean;
      readonly key: 'as_shown' | 'decoded' | 'without_prefix';
    };

export type AdminSignatureFault =
  | 'header'
  | 'time'
  | 'body'
  | 'key'
  | 'revoked_secret'
  | 'other_secret'
  | 'body_or_secret'
  | 'nothing_pasted';

export interface AdminSignatureReport {
  readonly fault: AdminSignatureFault | null;
  readonly service: AdminVerdict;
  readonly standard: AdminVerdict;
  readonly ageSeconds: number | null;
  readonly sent: {
    readonly deliveryId: number;
    readonly differsAt: number | null;
    readonly sentLength: number;
    readonly pastedLength: number;
  } | null;
  readonly unreadableSecrets: number;
}

export interface AdminWebhooksPolicy {
  readonly waitsMs: readonly number[];
  readonly deadlineMs: number;
  readonly keepSucceededDays: number;
  readonly keepFailedDays: number;
  readonly keepHeldDays: number;
  readonly maxEndpoints: number;
  readonly maxInflight: number;
}
