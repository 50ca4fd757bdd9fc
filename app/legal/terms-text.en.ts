import type { StoredKey } from '../platform/storage/storage.ts';
import type { Part, ShownTerms } from './terms-text.ts';

/** The purpose of each key of local storage, in the words for users. */
const STORED_WORDS: Readonly<Record<StoredKey, string>> = {
  token: 'the token that proves that you are logged in',
  userData:
    'your account as the server gave it at login (name, email address, role, photo, version of the terms that you accepted, refusal of statistics, language)',
  currentUser: 'the same information, under the second name that the app gives it',
  isLoggedIn: 'your choice to stay logged in',
  inviteToken: 'an invitation that you opened and that is waiting for your login',
  visitKey: 'the secret that gives you the same guest visit again when you reopen the link',
  visitEnded: 'the fact that your guest visit has ended',
  waitingAdoptions: 'your guest visit, until the server has attached it to the account that you created',
  selectedParcours: 'the maps that you are listening to',
  parcoursBeingCreated: 'the map that you are editing',
  mapLoaded: 'the fact that the welcome screen has already been shown to you',
  pendingShapes: 'the shapes that you drew and that are waiting for audio',
  unsavedChanges: 'the changes of places that you have not saved yet',
  unsavedWords: 'the texts of places and the practical information of maps that you have not saved yet',
  silencedSignals: 'the sound signals of pocket mode that you switched off',
  dropMode: 'your choice to show or hide the button for dropping audio',
  editorTools: 'the editor tools that you switched on',
  theme: 'the chosen theme, light or dark',
  language: 'the language chosen for the interface',
  tellingChoice: 'the language and the version of the stories that you chose, or that the link you followed asks for',
  textSize: 'the size of text chosen for reading the pages of places',
  shortcutsOff: 'your choice to do without keyboard shortcuts',
  screenNoteClosed: 'the fact that you closed the notice about the screen going to sleep',
  offlineMode: 'your choice to stay offline',
  appConfig: 'the settings of the service, for opening the app without a network',
  parcoursList:
    'the last list of your maps, with the names and photos of their members, for showing it without a network',
  keptPacks: 'the maps that you kept on this device, for telling you if the browser has deleted them',
  notedConsents: 'the fact that the server knows your consents to the use of your voice and position',
  toldStories:
    'the stories that you listened to or began on each map, how far you were, in which version and when, for continuing the walk another day',
  waitingEvents: 'the usage events that could not be sent yet (see “Data collected”)',
};

/** Returns the complete terms in English: a translation of the French ones, section by section. */
function termsText({ google }: { readonly google: boolean }): readonly Part[] {
  return [
    {
      id: 'cgu',
      title: 'General terms of use',
      sections: [
        {
          id: 'objet',
          title: 'Purpose',
          blocks: [
            'These terms set out the rules for using Drop ici, a web application offered by {association} (hereafter “the association”). They apply to everybody who uses it, with an account, as a guest or on a simple visit.',
          ],
        },
        {
          id: 'service',
          title: 'Description of the service',
          blocks: [
            'Drop ici offers geolocated audio content: short recordings (“drops”) attached to places, points or zones, on shared maps. People listen to them on site, where the nearest place is chosen by their position, or by tapping a place on the map.',
            'Depending on the rights received on a map, one can also:',
            [
              'record a sound or drop an audio file, and attach it to a place;',
              'create a map, describe it and invite other people to it through a link;',
              'change or delete places and sounds.',
            ],
            'The service is free of charge. The association does its best to keep it available, without being able to guarantee that. The position given by a phone can be wrong by several metres: stay attentive to the street, the traffic and the access to places. The application does not replace your own vigilance.',
          ],
        },
        {
          id: 'acceptation',
          title: 'Acceptance',
          blocks: [
            `Creating an account requires accepting these terms by ticking the box “I accept the terms”${google ? ', or by logging in with Google for the first time' : ''}. Opening an invitation link, using the service as a guest or visiting it without an account means accepting those that apply to it. If you do not accept them, do not use the service.`,
            'You undertake to drop only content that you have the right to publish, to respect the privacy and the voice of the people recorded, and to publish nothing that is unlawful, hateful, defamatory or misleading. The association and the admins of a map can remove content that does not respect these rules. Keep your password to yourself: what is done from your account is deemed to be done by you.',
          ],
        },
        {
          id: 'audio-position',
          title: 'Audio recording and collection of the position',
          blocks: [
            'The service records sounds and uses your position, with your consent. Your browser asks you for it before the first use of the microphone and of the position; you can refuse, and change your choice at any time in its settings. Without a position, you can still tap a place to listen to it.',
            [
              'The microphone works only during a recording that you started yourself. When it stops, the sound is sent to the server as a draft, which the other members do not see; you can then give it a title and save it, which puts it on the map for its members, record it again or delete it. An audio file that you choose is converted on your device. Nothing is sent to the server without an action of yours.',
              'The camera works only while you scan the code of a place, if you ask for it. Its picture is neither kept nor sent.',
              'Your position is read as long as the map is open. It serves to show you on the map and to find the nearest place; this calculation is made on your device. Your route is neither sent to our servers nor recorded. The server may only note that you entered a place of a map, at what time, at what distance and with what accuracy (see “Data collected”).',
              'When you drop a sound, the coordinates of the chosen place (your position at that moment or a point on the map) are published with it on the map concerned.',
            ],
            'Before you record other people, ask them for their agreement, and ask their legal representatives if they are minors.',
          ],
        },
        {
          id: 'vie-privee',
          title: 'Privacy',
          blocks: ['What we do with your data is explained in the privacy policy below, which is part of these terms.'],
        },
      ],
    },
    {
      id: 'confidentialite',
      title: 'Privacy policy',
      sections: [
        {
          id: 'responsable',
          title: 'Data controller',
          blocks: ['The data controller is {association}, whom you can reach here: {associationContact}.'],
        },
        {
          id: 'donnees',
          title: 'Data collected',
          blocks: [
            'The server stores:',
            [
              'your account: name, email address, password in the form of a hash (never in clear), role, profile photo if you choose one, the language of the interface, in which messages are written to you, date of creation, date on which your address was verified;',
              'your sessions: the browser and the system on which each began, when it began, when it was last used and when it will end, after twelve hours, after thirty days if you chose to stay logged in, or after four hundred days as a guest; the last two periods start again when you come back. Logging out deletes the session;',
              'if you add a passkey: its public part, the number that your device gives it, the browser and the system with which you added it, when it was added and when it was used, until you delete it. Your fingerprint or your face do not leave your device;',
              'the links that you receive by message for choosing a password or verifying your address: only their hash, until they are used or end, at the latest seven days afterwards;',
              'if you come through a guest link: a throwaway account with the name “Guest”, with a fictitious address and no information about you, deleted if you then create an account or log in (your maps move there), or if you are on no map any more and do not come back for thirty days;',
              ...(google
                ? [
                    'if you log in with Google: your Google identifier, your name and your email address, as Google transmits them once it has verified this address. The server keeps neither your Google photo nor anything for acting in your name at Google;',
                  ]
                : []),
              'the maps: name, description, image, members with their rights and the date of their arrival, people who were removed from them, invitations created (the link itself is kept only in the form of a hash), groups of maps, hashes of the sounds that the admins hid there;',
              'your requests for editing rights: the map, the words that you add, the date, the answer and who gave it;',
              'your reports, with their reason and your words, seen only by the admins of the site; and what these or the editors of a map decided about your drops, with your reply;',
              'what you report without an account: the reason, your words and, if you give one to be answered at, your email address, seen only by the admins of the site. Your words and your address are deleted as soon as the report is dealt with, and after a year at the latest; nothing else identifies you;',
              'your remarks about places, which their authors and the map’s editors read without knowing who wrote them: the server deletes them once they are closed;',
              'your drops: sound, lighter copy for listening, waveform, loudness, duration, size, title, coordinates of the place, author, date;',
              'what you write and say for a place, by language and version: texts, links, transcripts, sounds, images with their description and credit, with who wrote or spoke last, and when;',
              'the places that you leave to be recorded on a map, and those that its editors ask you to record: the members who can drop there see your name beside the latter;',
              'the photos and images that you send: the server resizes them and saves them anew, without the information that the camera had put in them (place and date of the shot, model);',
              'the day on which you last used Drop ici, and what you consented to (terms, voice, position), with the version of these texts and the date;',
              'usage events, linked to your account, unless you refuse them in “My data”, which also deletes earlier ones: your logins, and the places that you entered, with the time, the distance and the accuracy of the position, without your coordinates;',
              'unless you refused likewise, the stories that you began or finished, with the day on which the server learns of it, until they are counted with those of at least four other people. Only this number then remains, with nothing that points to you;',
              'so that something sent again after an interruption of the network counts only once: the answers given to what you send, for thirty days;',
              'a log of acts, kept for one year: logins, refused logins and logouts, changes of password and of passkeys, registrations, consents, downloads of your data, maps downloaded and imported, invitations, roles and rights, departures, deletions, places moved from one map to another and moderation, with the date, the names and email addresses of the moment, the map and the place, and a hash of the IP address that makes it possible to recognise it only on the same day. Only the admins of the site read it. Your name and your address disappear from it with your account;',
              'a technical log of the requests received: date, address requested, result and duration, without content, without passwords and without IP addresses. To curb abuse, the server may count, for a short time, the requests that come from one IP address, in memory or under a hash of this address; this count is deleted at the latest fifteen days afterwards.',
            ],
            'What stays on your device: your position, the calculation of the nearest place, the conversion of your audio files, and what the local storage of your browser contains (see “Cookies and local storage”).',
          ],
        },
        {
          id: 'utilisation',
          title: 'Use',
          blocks: [
            'These data serve only to run the service:',
            [
              'to log you in and recognise you (performance of the service that you request);',
              'to show the maps, the places and the sounds to those who have access to them (performance of the service);',
              'to locate you and choose the place to listen to (your consent);',
              'to record and publish your sounds (your consent);',
              'to protect the service against abuse and failures (legitimate interest of the association);',
              'to know, by the usage events, which places are visited and, by the listening, how many times each story is begun and finished (legitimate interest of the association and of those who make the maps, to which you can object with one tap, in “My data”).',
            ],
            'There is no advertising, no profiling and no automated decision, and your data are not sold.',
          ],
        },
        {
          id: 'partage',
          title: 'Sharing',
          blocks: [
            [
              'The members of a map see your name and your photo, and the sounds that you dropped there. A sound can be listened to by anybody who has access to the map, including guests.',
              'An administrator of a map can open it to everybody. Anyone can then, without an account, see and listen to the places that all its members see, with their sounds, texts and pictures, but without the names of their authors. The server keeps nothing that identifies people who listen in this way, unless they write it themselves in a report.',
              'If you ask for editing rights, the admins of the site see your name, your email address, the map, your rights on it and your words. Whoever manages a map sees the role of the account of each of its members.',
              'Whoever manages a map can download the whole of it, with the sounds, texts and images that all its members see, but without their names, and put it on another server.',
              'Whoever manages a map, and the admins of the site, see how many times stories were begun and finished there: by day, by place and by label of the invitation link, in rounded numbers that each count at least five people, and never who listened.',
              'The host ({hosting}) stores the data on behalf of the association.',
              'If the site sends messages (link for choosing a password, verification of your address, warning before the deletion of an account that is no longer used), your email address is entrusted to the association’s mail service, which delivers them. The mail by which you invite people to a map bears your name and that of the map.',
              'The map background comes from {mapHost}: your browser asks it for the images of the zone shown, which tells it your IP address and this zone, but neither your account nor your sounds.',
              'If you search for an address, the text entered is transmitted to {geocoderHost}, without your name.',
              ...(google
                ? [
                    'If you choose to log in with Google, Google’s sign-in script is loaded then, and Google learns that you use Drop ici. Without this choice, nothing is requested from it.',
                  ]
                : []),
              'The buttons for sharing an invitation open the service that you choose; nothing is sent to it before.',
            ],
            'Nothing else is transmitted, except where the law requires it.',
          ],
        },
        {
          id: 'securite',
          title: 'Security',
          blocks: [
            'Passwords are stored in the form of Argon2 hashes, invitations in the form of hashes. A session is limited in time. Sounds are served only through signed addresses that expire, and that end when you log out or leave the map. Exchanges are encrypted (HTTPS). As no system is infallible, the association will inform you, and the CNIL, in the cases laid down by law if a data breach concerns you.',
          ],
        },
        {
          id: 'droits',
          title: 'Your rights',
          blocks: [
            'The screen “My data”, opened from your profile, gives you your data (a ZIP file with your original sounds), deletes your account, and shows what you have consented to. A guest opens it from the menu.',
            'You can at any time ask for access to your data, their rectification, their erasure, the restriction of their processing or their portability, object to their processing, withdraw a consent, and give directives about what becomes of them after your death.',
            'Write to {associationContact} or to the data protection officer: {dpoContact}. You will be given an answer within one month. You can also lodge a complaint with the CNIL (www.cnil.fr).',
          ],
        },
        {
          id: 'conservation',
          title: 'Retention',
          blocks: [
            'An account that nobody has used for 3 years is deleted by the server itself, with all that follows; if the association sends emails, you are warned 30 days before, and once warned you always have 30 days. Maps that have other members remain theirs, and your drops remain there without your name. Usage events, the listening and the numbers made from it are deleted after 25 months, the maximum period that the CNIL recommends, and sessions once they have expired.',
            'When you delete your account, the following disappear from the server at once: your name, your address, your photo, your sessions, your rights on maps, your requests, your events, your listening (not the numbers already made with that of other people, in which nothing points to you), your invitations (they are no longer valid), your drafts and what you are sending. Maps of which you are the only admin disappear with their drops. As to your drops on other people’s maps, you choose whether they disappear too or remain there, without your name. What remains: the image that you gave to a map or a place that stays, a sound, a text or a transcript that you put into another person’s drop, what the site’s log says about your acts (without your name or your address, with the titles of places and maps, for one year), and the numbers of your account and of the maps that disappeared with it, the date and the fate of your drops, so that a restored backup does not bring it back.',
            'A drop or a map that you delete is no longer accessible to anybody, and can be restored for 30 days by whoever could delete it. Afterwards, or straight away if you delete it for good, its audio is erased from the server as soon as no other drop uses it; a draft and a drop that you cancel while it is being sent are erased at once; so are a photo that was replaced and an image that is taken from a place. What a drop was before a change (title, spot, sound) stays for 30 days, to be restored by whoever can change it; nobody listens to it, and it is erased with the drop or with your account. A reported drop or map can remain until the report has been dealt with, with the sounds that this drop and its versions had then and what they said (texts, links, transcripts, descriptions of pictures), for the site’s admins alone. A copy of it can remain in the backups made before, until the association replaces them, and in the browser of whoever listened to it, saw it or downloaded it.',
            'The data of your browser remain until you log out or delete them in its settings.',
          ],
        },
        {
          id: 'cookies-stockage',
          title: 'Cookies and local storage',
          blocks: [
            'Drop ici sets no cookies. To work, the application keeps in the local storage of your browser:',
            Object.entries(STORED_WORDS).map(([key, words]) => `${key}: ${words};`),
            'As long as the tab stays open, it also remembers where you are in your walk (“on site” mode, automatic playback, places whose story no longer starts by itself), on which map you have just arrived, and the code of a place that you opened before logging in, so that reloading or logging in changes nothing. This stays on your device and disappears when you log out. After an import of places, it likewise remembers what it has made and what it asked for, so that you can undo or continue it after a reload, until you close the tab.',
            'It also keeps, in the browser’s cache, its own files in order to open faster and without a network, and the audio converter, after its first use or, if your connection is good, as soon as you open the place editor. The sounds that you listened to and the images that you saw can remain for one year in the cache of your browser, which its settings empty. The maps that you download (places, stories, image and street map) stay there until you delete them, log out or are no longer a member of them. The places of the last eight maps that you saw stay there too, with their texts but without their stories, for showing them without a network, and the places to be recorded of the last one: until you log out, your session expires or you are no longer a member of them. Logging out empties the local storage, except for the shapes, the changes and the texts of places that another account left on this device, and that it alone sees; if there are any of yours, the application asks you first. Usage events that the server did not receive, for want of a network, also stay there: they are sent when you log in again on this device, and are deleted if another account logs in there. An expired session removes from it the account, the token, the chosen maps, their list, the choice to stay offline, the memory of the welcome screen and what the server knows of your consents.',
            'A recording that you make is kept in a private space of your browser, with the spot where it was made, until you save it on the map or delete it. Logging out does not delete it; it is offered to your account only.',
            'An audio file that you choose is converted there, and the result stays there while it is being sent. Long audio is sent in several pieces: what has arrived of it is kept for seven days at most by the server, so that the sending resumes where it stopped.',
            'A drop that could not be sent yet is kept likewise: its audio in this private space, and in the database of your browser (IndexedDB) its title, its map, its spot, the account that made it and how far it has been sent. It stays there until it is sent or you delete it, even after a logout; only your account sees it and sends it. The application asks your browser not to delete this space by itself.',
          ],
        },
        {
          id: 'modifications',
          title: 'Changes',
          blocks: [
            'These texts can change with the service. The date of the last version is at the top of this page; an important change is announced by the association before it applies.',
          ],
        },
        {
          id: 'contact',
          title: 'Contact',
          blocks: ['For any question about your data or about these texts: {associationContact}.'],
        },
      ],
    },
    {
      id: 'mentions',
      title: 'Legal notices',
      sections: [
        {
          id: 'identite',
          title: 'Identity of the association',
          blocks: ['The site is published by {association}. Contact: {associationContact}.'],
        },
        {
          id: 'propriete',
          title: 'Intellectual property',
          blocks: [
            'The sounds, texts and images dropped remain their authors’. By publishing them, you authorise the association to host them and to make them heard, free of charge and worldwide, by the people who have access to the map, as long as they are published there. Any other reuse requires the author’s agreement.',
            'The name, the logo and the texts of the site may not be reused without agreement. The software and the data used in it remain under their own licences; the online map background shows its sources on the map.',
          ],
        },
        {
          id: 'hebergement',
          title: 'Hosting',
          blocks: ['The site is hosted by {hosting}.'],
        },
        {
          id: 'rgpd',
          title: 'Personal data (GDPR)',
          blocks: [
            'In accordance with the General Data Protection Regulation (EU 2016/679) and the French data protection act (“Informatique et libertés”), you have the rights described in the privacy policy. Data are kept for 3 years at most after your last activity. Data protection officer: {dpoContact}.',
          ],
        },
        {
          id: 'cookies',
          title: 'Cookies',
          blocks: [
            'No cookie is set. The local storage used is strictly necessary for the service and therefore requires no consent banner; its content is described in the privacy policy.',
          ],
        },
      ],
    },
    {
      id: 'recherche',
      title: 'University research',
      sections: [
        {
          id: 'recherche-cadre',
          title: 'Framework',
          blocks: [
            'Drop ici can serve as a basis for university research, for example on listening, storytelling and the uses of the city. Taking part is optional and requires a separate agreement, obtained by the research team, which states the purpose of the study, the data used, how long they are kept and the people who have access to them. Without this agreement, your data do not serve research. The published results do not make it possible to recognise you, unless you have accepted it.',
          ],
        },
        {
          id: 'recherche-droits',
          title: 'Your rights',
          blocks: [
            'You can refuse or leave a study at any time, without giving reasons and without any consequence for your use of the service. You keep your rights of access, rectification, erasure, restriction, portability and objection over the data that concern you, as long as they have not been made anonymous.',
          ],
        },
        {
          id: 'dpo',
          title: 'Data protection officer',
          blocks: [
            'To exercise these rights or for any question, write to the data protection officer: {dpoContact}. If the answer does not satisfy you, you can turn to the CNIL (www.cnil.fr).',
          ],
        },
      ],
    },
  ];
}

export const english = {
  note: 'This is a translation for your convenience: only the French version is binding.',
  text: termsText,
} satisfies ShownTerms;
