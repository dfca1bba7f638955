export type { WebhookErrorCode } from './errors.ts';
export { WebhookVerificationError } from './errors.ts';
export type { WebhookDelivery, WebhookEvent, WebhookEventMap, WebhookEventName } from './events.ts';
export type {
  BodyForm,
  KeyForm,
  SignatureExamination,
  SignatureFault,
  SignatureVerdict,
} from './examine-signature.ts';
export { examineSignature } from './examine-signature.ts';
export type { ExpressRequest, ExpressResponse } from './express.ts';
export { expressWebhook } from './express.ts';
export { fetchWebhook } from './fetch-handler.ts';
export type { WebhookHeaders } from './headers.ts';
export type { KoaContext } from './koa.ts';
export { koaWebhook } from './koa.ts';
export type { NodeRequest } from './node-body.ts';
export type { ReceiveOptions, WebhookListener } from './receive.ts';
export type { SignedWebhook, TestWebhook } from './sign-test-webhook.ts';
export { signTestWebhook } from './sign-test-webhook.ts';
export type { RawBody, VerifyOptions } from './verify-webhook.ts';
export { verifyWebhook } from './verify-webhook.ts';
