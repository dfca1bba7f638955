export type { SignatureVerdict } from '@shaon/client-sdk/webhooks';
export type { ResolveName } from './address-guard/resolver.ts';
export type { UrlRule } from './address-guard/target-url.ts';
export type { AttemptOutcome } from './deliveries/attempt.ts';
export type { DeliveryFilter, StatusClass } from './deliveries/delivery-filter.ts';
export type { AttemptSummary, DeliverySummary } from './deliveries/delivery-queries.ts';
export type { DeliveryService } from './deliveries/delivery-service.ts';
export type { Pruned } from './deliveries/retention.ts';
export type { SampleEvent } from './deliveries/sample-events.ts';
export type { ShownHeader, ShownRequest } from './deliveries/shown-request.ts';
export type { DeliveryState, DeliveryTrigger } from './delivery-rows/delivery.ts';
export type { Backlog } from './dispatch/backlog.ts';
export type {
  DeliveryDay,
  EndedDeliveries,
  EndpointHealth,
  EndpointHealthDetail,
  LastEnded,
} from './endpoints/endpoint-health.ts';
export type { EndpointChange, NewEndpoint } from './endpoints/endpoint-input.ts';
export type { EndpointSummary } from './endpoints/endpoint-queries.ts';
export type { SecretState } from './endpoints/endpoint-secret.ts';
export type { EndpointService } from './endpoints/endpoint-service.ts';
export type { Registered } from './endpoints/endpoint-writes.ts';
export { WEBHOOK_TABLES, webhookEntities } from './entities.ts';
export { UrlRefusedError } from './errors.ts';
export { assertWebhookSchema, migrateWebhooks } from './migrations/index.ts';
export type { FailingEndpoint, WebhooksOptions, WebhooksPolicy } from './options.ts';
export { newSecret, serviceSignature, standardSignature } from './signature.ts';
export type { PastedRequest, SentBody, SignatureReport, SignatureService } from './signatures/signature-service.ts';
export type { SenderHealth, Webhooks } from './webhooks.ts';
export { createWebhooks } from './webhooks.ts';
