import type { Texts } from '../texts.ts';

export const errors: Texts['errors'] = {
  notFound: { title: 'No such page', text: 'The link may be old, or the record was deleted.' },
  gone: {
    title: 'This is no longer there',
    text: 'It was deleted, cancelled or changed since the page was opened, so nothing more was changed.',
  },
  notPermitted: {
    title: 'You may not see this page',
    text: 'It is open to other roles. The admins of the company can change a role.',
  },
  expired: {
    title: 'The page expired',
    text: 'For security a form is valid only in the browser and the session in which it was opened. Nothing was saved. Go back, sign in if you are asked to, and fill the form in again.',
  },
  wrongAddress: {
    title: 'These pages have another address',
    text: 'Forms work only at the address below, and nothing was saved. If that address is wrong, the people who run the service can change it (SHAON_BASE_URL).',
  },
  conflict: {
    title: 'This can no longer be done',
    text: 'Something changed since the page was opened. Go back, check and try again.',
  },
  tooLarge: {
    title: 'The form is too large',
    text: 'The file is over 10 MB or the form is too long. Nothing was saved.',
  },
  badRequest: {
    title: 'The request is not valid',
    text: 'The browser sent a request that cannot be read. Nothing was saved.',
  },
  wrongMethod: { title: 'This address cannot be opened directly', text: 'Use the buttons on the pages to get here.' },
  unavailable: {
    title: 'The service is not available now',
    text: 'Try again in a moment. If you sent a form, look first whether it was saved.',
  },
  tookTooLong: {
    title: 'This took too long',
    text: 'This was stopped so that others do not have to wait, and nothing was saved. Ask for less, such as a shorter time or one department, or try again later.',
  },
  fault: {
    title: 'Something went wrong',
    text: 'The fault was logged. Try again; if it happens again, tell the people who run the service.',
  },
  notSignedIn: { title: 'Sign in first', text: 'This page is open only to people who are signed in.' },
  home: 'To the main page',
  back: 'Back',
  requestId: 'Request id',
};
