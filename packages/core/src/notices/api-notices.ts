import { longDay, timeOfDay } from '../messages/mail-dates.ts';
import { words } from '../messages/mail-words.ts';
import { localDate } from '../time/zone.ts';
import type { Notice } from './notice.ts';

/* What admins are told of the connections. */

/** An endpoint, named by its host: the rest of its address may be a secret. */
export interface EndpointName {
  readonly id: number;
  readonly host: string;
}

/** Deliveries in a row to an endpoint failed for good (D:V23). */
export const endpointFailingNotice = (
  endpoint: EndpointName & { readonly streak: number; readonly isDisabled: boolean },
): Notice => ({
  kind: 'endpoint_failing',
  path: `/webhooks/${endpoint.id}`,
  words: ({ locale }) => {
    const { host, streak, isDisabled } = endpoint;
    if (locale === 'he') {
      return {
        heading: words`כתובת ה־Webhook‏ ${host} לא מקבלת שליחות`,
        paragraphs: [
          streak === 1 ? words`שליחה נגמרה בלי הצלחה.` : words`${streak} שליחות ברצף נגמרו בלי הצלחה.`,
          isDisabled
            ? words`הכתובת כובתה, והשליחות אליה מוחזקות עד שתופעל שוב.`
            : words`שליחות חדשות עדיין יוצאות, וכדאי לבדוק את מי שמקבל אותן.`,
        ],
        button: 'לכתובת',
      };
    }
    return {
      heading: words`The webhook endpoint ${host} does not accept deliveries`,
      paragraphs: [
        streak === 1
          ? words`A delivery ended without success.`
          : words`${streak} deliveries in a row ended without success.`,
        isDisabled
          ? words`It was switched off. Its deliveries are held until somebody switches it on again.`
          : words`New deliveries still go out. Look at what receives them.`,
      ],
      button: 'Open the endpoint',
    };
  },
});

/** The first delivery of a day to an endpoint whose tries are over. */
export const deliveriesGivenUpNotice = (endpoint: EndpointName): Notice => ({
  kind: 'deliveries_given_up',
  path: `/deliveries?endpoint=${endpoint.id}&state=failed`,
  words: ({ locale }) =>
    locale === 'he'
      ? {
          heading: words`לשליחות אל ${endpoint.host} נגמרו הניסיונות`,
          paragraphs: [
            words`השליחות שנכשלו היום נשארות ביומן השליחה, ואפשר לשלוח אותן שוב. היום לא תבוא על הכתובת הזאת הודעה נוספת.`,
          ],
          button: 'לשליחות שנכשלו',
        }
      : {
          heading: words`Deliveries to ${endpoint.host} were given up`,
          paragraphs: [
            words`What failed today stays in the delivery log and can be sent again. No other message about this endpoint comes today.`,
          ],
          button: 'Open the failed deliveries',
        },
});

/** A token that will soon be refused; its text is not known here. */
export const tokenExpiresNotice = (token: {
  readonly id: number;
  readonly name: string;
  readonly expiresAt: Date;
}): Notice => ({
  kind: 'token_expires',
  path: `/tokens/${token.id}`,
  words: ({ locale, zone }) => {
    const day = longDay(locale, localDate(token.expiresAt, zone));
    const time = timeOfDay(token.expiresAt, zone);
    return locale === 'he'
      ? {
          heading: words`תוקף האסימון ${token.name} עומד לפוג`,
          paragraphs: [words`התוקף נגמר ב${day}, ${time}. אחר כך קריאות עם האסימון הזה נדחות.`],
          button: 'לאסימון',
        }
      : {
          heading: words`The token ${token.name} is about to expire`,
          paragraphs: [words`It expires on ${day}, ${time}. Calls with it are refused from then on.`],
          button: 'Open the token',
        };
  },
});
