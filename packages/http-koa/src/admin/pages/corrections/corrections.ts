import { partRoute } from '../../form-routes.ts';
import { get, managers, type PageRoute } from '../../page-route.ts';
import { decision } from './decide.ts';
import { showCorrection, showCorrections } from './show-corrections.ts';

/** Requests for corrections, for the people who decide. */
export const correctionRoutes: readonly PageRoute[] = [
  get('/corrections', managers, showCorrections),
  get('/corrections/:id', managers, showCorrection),
  partRoute('/corrections/:id/decide', managers, decision),
];
