export { newSecret, serviceSignature, standardSignature } from './signature.ts';
