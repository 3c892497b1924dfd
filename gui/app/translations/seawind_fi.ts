<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fi_FI" sourcelanguage="en_GB">
<context>
    <name>CampaignData</name>
    <message>
        <source>%1. Limits and channel states are not shown; the figures are complete.</source>
        <translation>%1. Rajoja ja kanavan tiloja ei näytetä; luvut ovat kokonaiset.</translation>
    </message>
    <message>
        <source>%1. Only the list of cases and repetitions can be shown.</source>
        <translation>%1. Vain tapausten ja toistojen luettelo voidaan näyttää.</translation>
    </message>
</context>
<context>
    <name>Chart</name>
    <message>
        <source>quartiles, median, extremes</source>
        <translation>kvartiilit, mediaani, ääriarvot</translation>
    </message>
    <message>
        <source>%1, repetition %2</source>
        <translation>%1, toisto %2</translation>
    </message>
</context>
<context>
    <name>Groups</name>
    <message>
        <source>General</source>
        <translation>Yleistä</translation>
    </message>
    <message>
        <source>What the profile is, and what it builds on.</source>
        <translation>Mikä profiili on ja mille se perustuu.</translation>
    </message>
    <message>
        <source>Larger packets are rejected.</source>
        <translation>Suuremmat paketit hylätään.</translation>
    </message>
    <message>
        <source>Functions of the base station.</source>
        <translation>Tukiaseman toiminnot.</translation>
    </message>
    <message>
        <source>Packets in adapter and driver, in neither buffer.</source>
        <translation>Sovittimessa ja ajurissa olevat paketit; ne eivät ole kummassakaan puskurissa.</translation>
    </message>
    <message>
        <source>In front of the send buffer; full: the router queues, or drop.</source>
        <translation>Lähetyspuskurin edessä; täynnä: reititin jonottaa tai paketti pudotetaan.</translation>
    </message>
    <message>
        <source>In front of the serializer; the whole packet must fit.</source>
        <translation>Sarjallistimen edessä; koko paketin on mahduttava.</translation>
    </message>
    <message>
        <source>Outages, spikes, channel allocation: no transmission starts.</source>
        <translation>Katkot, piikit, kanavan varaus: lähetystä ei aloiteta.</translation>
    </message>
    <message>
        <source>Frames at the rate of the link; other users in between.</source>
        <translation>Kehykset linkin nopeudella; muut käyttäjät välissä.</translation>
    </message>
    <message>
        <source>Other users on the same channels.</source>
        <translation>Muut käyttäjät samoilla kanavilla.</translation>
    </message>
    <message>
        <source>States, errors and retransmissions.</source>
        <translation>Tilat, virheet ja uudelleenlähetykset.</translation>
    </message>
    <message>
        <source>Delays after the transmission.</source>
        <translation>Viiveet lähetyksen jälkeen.</translation>
    </message>
    <message>
        <source>In order unless reordering is allowed.</source>
        <translation>Järjestyksessä, ellei järjestyksen muuttumista sallita.</translation>
    </message>
    <message>
        <source>Drops at the exit, after the link.</source>
        <translation>Pudotukset lähdössä, linkin jälkeen.</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Muut</translation>
    </message>
</context>
<context>
    <name>Library</name>
    <message>
        <source>cannot copy %1 to %2</source>
        <translation>kohdetta %1 ei voi kopioida kohteeseen %2</translation>
    </message>
</context>
<context>
    <name>Overwrite</name>
    <message>
        <source>Changed on the disk</source>
        <translation>Muuttunut levyllä</translation>
    </message>
    <message>
        <source>Another program has changed %1 since it was opened. Overwrite what it holds now?</source>
        <translation>Toinen ohjelma on muuttanut tiedostoa %1 avaamisen jälkeen. Korvataanko sen nykyinen sisältö?</translation>
    </message>
</context>
<context>
    <name>Pages</name>
    <message>
        <source>Link models</source>
        <translation>Linkkimallit</translation>
    </message>
    <message>
        <source>Link profiles, routers, TCP variants and workloads, with previews</source>
        <translation>Linkkiprofiilit, reitittimet, TCP-muunnelmat ja kuormat esikatseluineen</translation>
    </message>
    <message>
        <source>Test sets</source>
        <translation>Testisarjat</translation>
    </message>
    <message>
        <source>What is to be combined, how often, and how long that will take</source>
        <translation>Mitä yhdistetään, kuinka usein ja kauanko se kestää</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ajo</translation>
    </message>
    <message>
        <source>Start campaigns and watch them as they run</source>
        <translation>Aloita ajoja ja seuraa niitä</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Tulokset</translation>
    </message>
    <message>
        <source>Plots and tables of campaigns, comparisons, export</source>
        <translation>Ajojen kuviot ja taulukot, vertailut, vienti</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
</context>
<context>
    <name>ReferenceHelp</name>
    <message>
        <source>Unit</source>
        <translation>Yksikkö</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Alue</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Oletus</translation>
    </message>
    <message>
        <source>Per channel state</source>
        <translation>Kanavan tiloittain</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Lähde</translation>
    </message>
    <message>
        <source>Example</source>
        <translation>Esimerkki</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Sallittu</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Pakollinen</translation>
    </message>
</context>
<context>
    <name>RepetitionTimeline</name>
    <message>
        <source>the folder of this repetition is missing: %1. Its figures are still in the store; graphs and logs need the folder</source>
        <translation>tämän toiston kansio puuttuu: %1. Sen luvut ovat yhä tallessa; kuvaajat ja lokit tarvitsevat kansion</translation>
    </message>
</context>
<context>
    <name>Results</name>
    <message>
        <source>cannot write %1: %2</source>
        <translation>kohteeseen %1 ei voi kirjoittaa: %2</translation>
    </message>
</context>
<context>
    <name>Summary</name>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>Kelvollisia</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>against</source>
        <translation>verrattuna</translation>
    </message>
    <message>
        <source>Medians against the first TCP variant</source>
        <translation>Mediaanit verrattuna ensimmäiseen TCP-muunnelmaan</translation>
    </message>
    <message>
        <source>Attempts that do not count</source>
        <translation>Yritykset, joita ei lasketa</translation>
    </message>
    <message>
        <source>(the newest %1 of %2)</source>
        <translation>(uusimmat %1/%2)</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Toisto</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Tuomio</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Syy</translation>
    </message>
    <message>
        <source>Medians</source>
        <translation>Mediaanit</translation>
    </message>
    <message>
        <source>Reading the figures…</source>
        <translation>Luetaan lukuja…</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Tietoja</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Mitä</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Kansio</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>Testisarja</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Tehty</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Ohjelma</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Siemen</translation>
    </message>
</context>
<context>
    <name>Target</name>
    <message>
        <source>%1: there is no such file or directory</source>
        <translation>%1: tällaista tiedostoa tai hakemistoa ei ole</translation>
    </message>
    <message>
        <source>%1: no campaign directory (there is no campaign.db in it); name the directory that was given to -o, or a YAML file</source>
        <translation>%1: ei ajohakemisto (siinä ei ole campaign.db-tiedostoa); anna hakemisto, joka annettiin valitsimelle -o, tai YAML-tiedosto</translation>
    </message>
    <message>
        <source>%1: neither a YAML file (.yaml, .yml) nor a campaign directory</source>
        <translation>%1: ei YAML-tiedosto (.yaml, .yml) eikä ajohakemisto</translation>
    </message>
</context>
<context>
    <name>Wireshark</name>
    <message>
        <source>Wireshark is not installed (no `wireshark` on the PATH). The capture is in
%1</source>
        <translation>Wiresharkia ei ole asennettu (PATHissa ei ole ohjelmaa `wireshark`). Kaappaus on tiedostossa
%1</translation>
    </message>
    <message>
        <source>
the packet is frame %1.</source>
        <translation>
paketti on kehys %1.</translation>
    </message>
    <message>
        <source>%1 does not start. The capture is in
%2</source>
        <translation>%1 ei käynnisty. Kaappaus on tiedostossa
%2</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ActivityBar</name>
    <message>
        <source>Cancel</source>
        <translation>Peru</translation>
    </message>
    <message>
        <source>Cancel: %1</source>
        <translation>Peru: %1</translation>
    </message>
    <message>
        <source>Work under way</source>
        <translation>Meneillään oleva työ</translation>
    </message>
</context>
<context>
    <name>seawind::gui::AttemptsModel</name>
    <message>
        <source>Release lateness: how much later than intended packets left the link</source>
        <translation>Lähtömyöhästymä: kuinka paljon aiottua myöhemmin paketit lähtivät linkiltä</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Toisto</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Yritys</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Tuomio</translation>
    </message>
    <message>
        <source>Lateness p50</source>
        <translation>Myöhästymä p50</translation>
    </message>
    <message>
        <source>p99</source>
        <translation>p99</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99,9</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Suurin</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Kesti</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Syy</translation>
    </message>
</context>
<context>
    <name>seawind::gui::AxisModel</name>
    <message>
        <source>There is no file for %1: correct the name, or put the file into %2.</source>
        <translation>Kohteelle %1 ei ole tiedostoa: korjaa nimi tai lisää tiedosto kansioon %2.</translation>
    </message>
    <message>
        <source>comes with Seawind</source>
        <translation>tulee Seawindin mukana</translation>
    </message>
    <message>
        <source>%1 (no such file)</source>
        <translation>%1 (tiedostoa ei ole)</translation>
    </message>
    <message>
        <source>value %1 of %2</source>
        <translation>arvo %1/%2</translation>
    </message>
    <message>
        <source>not in the axis</source>
        <translation>ei akselilla</translation>
    </message>
</context>
<context>
    <name>seawind::gui::AxisView</name>
    <message>
        <source>Link</source>
        <translation>Linkki</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Reititin</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Kuorma</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Etsi</translation>
    </message>
    <message>
        <source>Find among the values of %1</source>
        <translation>Etsi akselin %1 arvoista</translation>
    </message>
    <message>
        <source>Values of %1</source>
        <translation>Akselin %1 arvot</translation>
    </message>
    <message>
        <source>Add file...</source>
        <translation>Lisää tiedosto...</translation>
    </message>
    <message>
        <source>Add a file from any folder to this axis</source>
        <translation>Lisää tälle akselille tiedosto mistä tahansa kansiosta</translation>
    </message>
    <message>
        <source>Add a file to %1</source>
        <translation>Lisää tiedosto akselille %1</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Siirrä ylös</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Siirrä alas</translation>
    </message>
    <message>
        <source>Edit the file</source>
        <translation>Muokkaa tiedostoa</translation>
    </message>
    <message>
        <source>Add files to %1</source>
        <translation>Lisää tiedostoja akselille %1</translation>
    </message>
    <message>
        <source>YAML files (*.yaml)</source>
        <translation>YAML-tiedostot (*.yaml)</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; none</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; ei yhtään</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; %2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt; %2</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>Muokkaa: %1</translation>
    </message>
    <message>
        <source>Move up	Alt+Up</source>
        <translation>Siirrä ylös	Alt+Up</translation>
    </message>
    <message>
        <source>Move down	Alt+Down</source>
        <translation>Siirrä alas	Alt+Down</translation>
    </message>
    <message>
        <source>Remove from the axis</source>
        <translation>Poista akselilta</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CampaignListModel</name>
    <message>
        <source>%1 of %2 valid</source>
        <translation>%1/%2 kelvollista</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, %1 epäonnistui</translation>
    </message>
    <message>
        <source>, %1 to run</source>
        <translation>, %1 ajamatta</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>vaurioitunut</translation>
    </message>
    <message>
        <source>%1
made %2</source>
        <translation>%1
tehty %2</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CampaignProcess</name>
    <message>
        <source>The campaign %1 was not started: the test set or an option is not valid. Correct the problems listed here, then start it again.</source>
        <translation>Ajoa %1 ei aloitettu: testisarja tai valinta ei kelpaa. Korjaa tässä mainitut ja aloita uudelleen.</translation>
    </message>
    <message>
        <source>The campaign %1 cannot continue: the test bed cannot be built or maintained, or the directory cannot be written. Run `seawind doctor`, correct the problems it reports, then resume the campaign.</source>
        <translation>Ajo %1 ei voi jatkua: testipenkkiä ei voi rakentaa tai pitää yllä, tai hakemistoon ei voi kirjoittaa. Aja `seawind doctor`, korjaa sen mainitsemat asiat ja jatka ajoa.</translation>
    </message>
    <message>
        <source>The controller of the campaign %1 was killed by signal %2. What is finished is kept: resume the campaign.</source>
        <translation>Ajon %1 ohjaimen lopetti signaali %2. Valmis on tallessa: jatka ajoa.</translation>
    </message>
    <message>
        <source>The campaign %1 ended with exit code %2.</source>
        <translation>Ajo %1 päättyi paluuarvoon %2.</translation>
    </message>
    <message>
        <source>Cannot start a campaign: the program seawind is neither beside this one nor on the PATH. Install the package seawind, or start this program from the folder it was built in.</source>
        <translation>Ajoa ei voi aloittaa: ohjelmaa seawind ei ole tämän vieressä eikä PATHissa. Asenna paketti seawind tai käynnistä tämä ohjelma kansiosta, johon se käännettiin.</translation>
    </message>
    <message>
        <source>Cannot start a campaign: the folder %1 cannot be made. Choose a folder you can write to.</source>
        <translation>Ajoa ei voi aloittaa: kansiota %1 ei voi luoda. Valitse kansio, johon voit kirjoittaa.</translation>
    </message>
    <message>
        <source>Cannot start a campaign: %1 cannot be written: %2. Choose a folder you can write to.</source>
        <translation>Ajoa ei voi aloittaa: kohteeseen %1 ei voi kirjoittaa: %2. Valitse kansio, johon voit kirjoittaa.</translation>
    </message>
    <message>
        <source>Cannot start a campaign: %1 cannot be run: %2. Check the installation of Seawind.</source>
        <translation>Ajoa ei voi aloittaa: ohjelmaa %1 ei voi ajaa: %2. Tarkista Seawindin asennus.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CampaignQueue</name>
    <message>
        <source>The queue of campaigns cannot be kept: %1. Check the folder&apos;s rights.</source>
        <translation>Ajojonoa ei voi säilyttää: %1. Tarkista kansion oikeudet.</translation>
    </message>
    <message>
        <source>Cannot read the queue %1: %2.</source>
        <translation>Jonoa %1 ei voi lukea: %2.</translation>
    </message>
    <message>
        <source>The queue %1 cannot be understood; it is kept as %2, and the queue is empty now.</source>
        <translation>Jonoa %1 ei voi tulkita; se on tallessa nimellä %2, ja jono on nyt tyhjä.</translation>
    </message>
    <message>
        <source>The queue cannot be written to %1: %2. It is lost when the window is closed.</source>
        <translation>Jonoa ei voi kirjoittaa tiedostoon %1: %2. Se katoaa, kun ikkuna suljetaan.</translation>
    </message>
    <message>
        <source>Resumes %1</source>
        <translation>Jatkaa: %1</translation>
    </message>
    <message>
        <source>%1 into %2</source>
        <translation>%1 kohteeseen %2</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>odottaa</translation>
    </message>
    <message>
        <source>running</source>
        <translation>käynnissä</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>epäonnistui</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Jono</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Tila</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CampaignReader</name>
    <message>
        <source>running</source>
        <translation>käynnissä</translation>
    </message>
    <message>
        <source>setting up</source>
        <translation>valmistellaan</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CampaignsModel</name>
    <message>
        <source>cannot be read</source>
        <translation>ei voi lukea</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>valmis</translation>
    </message>
    <message>
        <source>unfinished, %1</source>
        <translation>kesken, %1</translation>
    </message>
    <message>
        <source>Campaign</source>
        <translation>Ajo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Tila</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CasesModel</name>
    <message>
        <source>entry %1: %2</source>
        <translation>kohta %1: %2</translation>
    </message>
    <message>
        <source>%1 to %2 for one repetition</source>
        <translation>%1–%2 toistoa kohti</translation>
    </message>
    <message>
        <source>%1; from sizes and rates</source>
        <translation>%1; koista ja nopeuksista</translation>
    </message>
    <message>
        <source>%1, excluded</source>
        <translation>%1, jätetty pois</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Linkki</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Reititin</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Kuorma</translation>
    </message>
    <message>
        <source>One takes</source>
        <translation>Yksi kestää</translation>
    </message>
    <message>
        <source>Excluded by</source>
        <translation>Pois jättää</translation>
    </message>
    <message>
        <source>Typical duration of one repetition</source>
        <translation>Yhden toiston tavallinen kesto</translation>
    </message>
    <message numerus="yes">
        <source>%1; measured %n times</source>
        <translation>
            <numerusform>%1; mitattu %n kerran</numerusform>
            <numerusform>%1; mitattu %n kertaa</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::CasesView</name>
    <message>
        <source>&amp;Exclude these</source>
        <translation>&amp;Jätä nämä pois</translation>
    </message>
    <message>
        <source>&amp;Include these</source>
        <translation>&amp;Ota nämä mukaan</translation>
    </message>
    <message>
        <source>Onl&amp;y these</source>
        <translation>&amp;Vain nämä</translation>
    </message>
    <message>
        <source>Cases</source>
        <translation>Tapaukset</translation>
    </message>
    <message>
        <source>Show only: link=e0 &amp; tcp~enhanced</source>
        <translation>Näytä vain: link=e0 &amp; tcp~enhanced</translation>
    </message>
    <message>
        <source>Filter expression</source>
        <translation>Suodatinlauseke</translation>
    </message>
    <message>
        <source>&lt;p&gt;A condition on the cases. What is shown is what the buttons act on.&lt;/p&gt;&lt;table cellpadding=2&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;link=e0,r4&lt;/code&gt;&lt;/td&gt;&lt;td&gt;the axis has one of the values; * and ? stand for any characters and for one&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;tcp~enhanced&lt;/code&gt;&lt;/td&gt;&lt;td&gt;the value contains the text&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;router!=q, tcp!~ecn&lt;/code&gt;&lt;/td&gt;&lt;td&gt;the reverse&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;excluded, included&lt;/code&gt;&lt;/td&gt;&lt;td&gt;by an entry of exclude, or not&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;enhanced&lt;/code&gt;&lt;/td&gt;&lt;td&gt;any axis has a value that contains it&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;&amp;amp; | ! ( )&lt;/code&gt;&lt;/td&gt;&lt;td&gt;and, or, not&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;p&gt;Axes: link, router, tcp, workload.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Ehto tapauksille. Painikkeet koskevat sitä, mikä on näkyvissä.&lt;/p&gt;&lt;table cellpadding=2&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;link=e0,r4&lt;/code&gt;&lt;/td&gt;&lt;td&gt;akselilla on jokin arvoista; * ja ? vastaavat mitä tahansa merkkejä ja yhtä merkkiä&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;tcp~enhanced&lt;/code&gt;&lt;/td&gt;&lt;td&gt;arvo sisältää tekstin&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;router!=q, tcp!~ecn&lt;/code&gt;&lt;/td&gt;&lt;td&gt;päinvastoin&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;excluded, included&lt;/code&gt;&lt;/td&gt;&lt;td&gt;jokin exclude-kohta jättää pois, tai ei&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;enhanced&lt;/code&gt;&lt;/td&gt;&lt;td&gt;jonkin akselin arvo sisältää sen&lt;/td&gt;&lt;/tr&gt;&lt;tr&gt;&lt;td&gt;&lt;code&gt;&amp;amp; | ! ( )&lt;/code&gt;&lt;/td&gt;&lt;td&gt;ja, tai, ei&lt;/td&gt;&lt;/tr&gt;&lt;/table&gt;&lt;p&gt;Akselit: link, router, tcp, workload.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>How to write a filter expression</source>
        <translation>Kuinka suodatinlauseke kirjoitetaan</translation>
    </message>
    <message>
        <source>Help on filter expressions</source>
        <translation>Ohje suodatinlausekkeista</translation>
    </message>
    <message>
        <source>What is wrong with the filter expression</source>
        <translation>Mikä suodatinlausekkeessa on vikana</translation>
    </message>
    <message>
        <source>Leave the cases that are shown out of the campaign</source>
        <translation>Jätä näkyvät tapaukset pois ajosta</translation>
    </message>
    <message>
        <source>Take the cases that are shown into the campaign</source>
        <translation>Ota näkyvät tapaukset mukaan ajoon</translation>
    </message>
    <message>
        <source>Include the cases that are shown, and exclude all others</source>
        <translation>Ota näkyvät tapaukset mukaan ja jätä kaikki muut pois</translation>
    </message>
    <message>
        <source>At character %1: %2</source>
        <translation>Merkin %1 kohdalla: %2</translation>
    </message>
    <message>
        <source>No case: tick a link, a TCP variant and a workload.</source>
        <translation>Ei yhtään tapausta: valitse linkki, TCP-muunnelma ja kuorma.</translation>
    </message>
    <message>
        <source>%1; %2 shown</source>
        <translation>%1; näkyvissä %2</translation>
    </message>
    <message>
        <source>Exclude the selected cases	Del</source>
        <translation>Jätä valitut tapaukset pois	Del</translation>
    </message>
    <message>
        <source>Include the selected cases	Ins</source>
        <translation>Ota valitut tapaukset mukaan	Ins</translation>
    </message>
    <message>
        <source>Show only %1</source>
        <translation>Näytä vain %1</translation>
    </message>
    <message>
        <source>%1 of %2 to be run</source>
        <translation>%1/%2 ajetaan</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Cell</name>
    <message>
        <source>Remove this item.</source>
        <translation>Poista tämä kohta.</translation>
    </message>
    <message>
        <source>Reset: removes the key %1 from this file.</source>
        <translation>Palauta: poistaa avaimen %1 tästä tiedostosta.</translation>
    </message>
    <message>
        <source>From %1, which this file extends.</source>
        <translation>Tiedostosta %1, jota tämä laajentaa.</translation>
    </message>
    <message>
        <source>any state</source>
        <translation>mikä tahansa tila</translation>
    </message>
    <message>
        <source>As in every state; a value here holds in this state alone.</source>
        <translation>Kuten jokaisessa tilassa; tässä annettu arvo koskee vain tätä tilaa.</translation>
    </message>
    <message>
        <source>default</source>
        <translation>oletus</translation>
    </message>
    <message>
        <source>The default; not set in this file.</source>
        <translation>Oletus; tiedosto ei sano mitään.</translation>
    </message>
    <message>
        <source>required</source>
        <translation>pakollinen</translation>
    </message>
    <message>
        <source>Reset %1</source>
        <translation>Palauta %1</translation>
    </message>
    <message>
        <source>Problem of %1</source>
        <translation>Kohdan %1 vika</translation>
    </message>
    <message>
        <source>Range: %1</source>
        <translation>Alue: %1</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>Sallittu: %1</translation>
    </message>
    <message>
        <source>Default: %1</source>
        <translation>Oletus: %1</translation>
    </message>
    <message>
        <source>Units: %1</source>
        <translation>Yksiköt: %1</translation>
    </message>
    <message>
        <source>Example: %1</source>
        <translation>Esimerkki: %1</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Pakollinen</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ChangePanel</name>
    <message>
        <source>stays</source>
        <translation>ennallaan</translation>
    </message>
    <message>
        <source>&amp;Change the link now</source>
        <translation>&amp;Muuta linkkiä nyt</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ei mitään</translation>
    </message>
    <message>
        <source>What is wrong with the change</source>
        <translation>Mikä muutoksessa on vikana</translation>
    </message>
    <message>
        <source>All changes take effect at one instant and are recorded. A repetition whose link was changed by hand is invalid: its logs are kept and it is run again, without counting as an attempt. With `manual_changes` in the limits it stays valid, and reports list it.</source>
        <translation>Kaikki tapahtuu yhdellä hetkellä ja kirjataan tuloksiin. Käsin muutettu toisto ei ole enää tapauksensa toisto: siitä tulee kelvoton, se säilytetään lokeineen ja ajetaan uudelleen; sitä ei lasketa sen yritykseksi. Ajot, joissa muutokset on sallittu (limits: manual_changes), pitävät sen kelvollisena, ja raportit mainitsevat sen.</translation>
    </message>
    <message>
        <source>Changes of this re&amp;petition</source>
        <translation>Tämän &amp;toiston muutokset</translation>
    </message>
    <message>
        <source>Changes of this repetition</source>
        <translation>Tämän toiston muutokset</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>Choose a running repetition.</source>
        <translation>Valitse käynnissä oleva toisto.</translation>
    </message>
    <message>
        <source>Downlink</source>
        <translation>Alalinkki</translation>
    </message>
    <message>
        <source>Uplink</source>
        <translation>Ylälinkki</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Nopeus</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Viive</translation>
    </message>
    <message>
        <source>Error probability</source>
        <translation>Virhetodennäköisyys</translation>
    </message>
    <message>
        <source>downlink</source>
        <translation>alalinkki</translation>
    </message>
    <message>
        <source>uplink</source>
        <translation>ylälinkki</translation>
    </message>
    <message>
        <source>%1 of the %2</source>
        <translation>%2: %1</translation>
    </message>
    <message>
        <source>%1, for example %2; empty: stays as it is</source>
        <translation>%1, esimerkiksi %2; tyhjä: pysyy ennallaan</translation>
    </message>
    <message>
        <source>&amp;In state</source>
        <translation>Tila&amp;ssa</translation>
    </message>
    <message>
        <source>all without a value of their own</source>
        <translation>kaikki, joilla ei ole omaa arvoa</translation>
    </message>
    <message>
        <source>The channel state for which rate, delay and error probability change</source>
        <translation>Kanavan tila, jonka nopeus, viive ja virhetodennäköisyys muuttuvat</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Length of an outage from now on, in seconds</source>
        <translation>Katkon pituus tästä hetkestä, sekunteina</translation>
    </message>
    <message>
        <source>both directions</source>
        <translation>molemmat suunnat</translation>
    </message>
    <message>
        <source>Directions of the outage</source>
        <translation>Katkon suunnat</translation>
    </message>
    <message>
        <source>&amp;Outage</source>
        <translation>&amp;Katko</translation>
    </message>
    <message>
        <source>&amp;Handover to</source>
        <translation>&amp;Yhteysvastuun siirto</translation>
    </message>
    <message>
        <source>&amp;Router</source>
        <translation>&amp;Reititin</translation>
    </message>
    <message>
        <source>Any other parameters, as path=value, separated by semicolons</source>
        <translation>Muut parametrit muodossa polku=arvo, puolipistein erotettuina</translation>
    </message>
    <message>
        <source>O&amp;ther</source>
        <translation>Mu&amp;ut</translation>
    </message>
    <message>
        <source>%1: write path=value, for example %2</source>
        <translation>%1: kirjoita polku=arvo, esimerkiksi %2</translation>
    </message>
    <message>
        <source>There is none now.</source>
        <translation>Nyt ei ole yhtään.</translation>
    </message>
    <message>
        <source>Now:
%1</source>
        <translation>Nyt:
%1</translation>
    </message>
    <message>
        <source>The link now:
%1</source>
        <translation>Linkki nyt:
%1</translation>
    </message>
    <message>
        <source>%1 s: %2</source>
        <translation>%1 s: %2</translation>
    </message>
    <message>
        <source>no value changed</source>
        <translation>mikään ei muuttunut</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ChartView</name>
    <message>
        <source>&amp;over</source>
        <translation>&amp;yli</translation>
    </message>
    <message>
        <source>log &amp;x</source>
        <translation>log &amp;x</translation>
    </message>
    <message>
        <source>log &amp;y</source>
        <translation>log &amp;y</translation>
    </message>
    <message>
        <source>Box plots by case</source>
        <translation>Laatikkokuviot tapauksittain</translation>
    </message>
    <message>
        <source>Cumulative distributions</source>
        <translation>Kertymäfunktiot</translation>
    </message>
    <message>
        <source>Over the start of the competitor</source>
        <translation>Kilpailijan alkamisajan suhteen</translation>
    </message>
    <message>
        <source>One metric over another</source>
        <translation>Mittari toisen suhteen</translation>
    </message>
    <message>
        <source>&amp;Chart</source>
        <translation>&amp;Kuvio</translation>
    </message>
    <message>
        <source>&amp;Metric</source>
        <translation>&amp;Mittari</translation>
    </message>
    <message>
        <source>Chart of the campaign</source>
        <translation>Ajon kuvio</translation>
    </message>
    <message>
        <source>The filter leaves no case of this campaign.</source>
        <translation>Suodatin ei jätä yhtään tämän ajon tapausta.</translation>
    </message>
    <message>
        <source>No case shown has both this metric and a competitor (third, http, stream) with a start.</source>
        <translation>Yhdelläkään näkyvällä tapauksella ei ole sekä tätä mittaria että kilpailijaa (third, http, stream), jolla on alkamisaika.</translation>
    </message>
    <message>
        <source>No case shown has this metric.</source>
        <translation>Yhdelläkään näkyvällä tapauksella ei ole tätä mittaria.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::CompareView</name>
    <message>
        <source>Verdict</source>
        <translation>Tuomio</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>against</source>
        <translation>verrattuna</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Mittari</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Yksikkö</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Ero</translation>
    </message>
    <message>
        <source>Relative</source>
        <translation>Suhteellinen</translation>
    </message>
    <message>
        <source>from</source>
        <translation>alkaen</translation>
    </message>
    <message>
        <source>to</source>
        <translation>asti</translation>
    </message>
    <message>
        <source>Decided</source>
        <translation>Ratkaistu</translation>
    </message>
    <message>
        <source>Cohen&apos;s d</source>
        <translation>Cohenin d</translation>
    </message>
    <message>
        <source>r</source>
        <translation>r</translation>
    </message>
    <message>
        <source>Pairs</source>
        <translation>Pareja</translation>
    </message>
    <message>
        <source>higher</source>
        <translation>suurempi</translation>
    </message>
    <message>
        <source>lower</source>
        <translation>pienempi</translation>
    </message>
    <message>
        <source>no</source>
        <translation>ei</translation>
    </message>
    <message>
        <source>Statistic</source>
        <translation>Tunnusluku</translation>
    </message>
    <message>
        <source>Published</source>
        <translation>Julkaistu</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Mitattu</translation>
    </message>
    <message>
        <source>Judgement</source>
        <translation>Arvio</translation>
    </message>
    <message>
        <source>Agreement</source>
        <translation>Yhtäpitävyys</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Lähde</translation>
    </message>
    <message>
        <source> (start %1–%2 s)</source>
        <translation> (alku %1–%2 s)</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Selaa…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Peru</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vertailu</translation>
    </message>
    <message>
        <source>published values</source>
        <translation>julkaistut arvot</translation>
    </message>
    <message>
        <source>another campaign</source>
        <translation>toinen ajo</translation>
    </message>
    <message>
        <source>one of its cases</source>
        <translation>yksi sen tapauksista</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vertaa</translation>
    </message>
    <message>
        <source>What to compare with</source>
        <translation>Mihin verrataan</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Confidence of the intervals</source>
        <translation>Välien luottamustaso</translation>
    </message>
    <message>
        <source>Confidence of the bootstrap intervals</source>
        <translation>Bootstrap-välien luottamustaso</translation>
    </message>
    <message>
        <source>Comparing</source>
        <translation>Verrataan</translation>
    </message>
    <message>
        <source>Box plots of this campaign</source>
        <translation>Tämän ajon laatikkokuviot</translation>
    </message>
    <message>
        <source>Box plots of the other campaign</source>
        <translation>Toisen ajon laatikkokuviot</translation>
    </message>
    <message>
        <source>Compare &amp;with</source>
        <translation>&amp;Vertaa</translation>
    </message>
    <message>
        <source>Another campaign</source>
        <translation>Toinen ajo</translation>
    </message>
    <message>
        <source>Published values</source>
        <translation>Julkaistut arvot</translation>
    </message>
    <message>
        <source>Published values (*.yaml)</source>
        <translation>Julkaistut arvot (*.yaml)</translation>
    </message>
    <message>
        <source>There is nothing to compare with yet.</source>
        <translation>Vielä ei ole mitään, mihin verrata.</translation>
    </message>
    <message>
        <source>%1: %2 of %3 agree</source>
        <translation>%1: %2/%3 pitää yhtä</translation>
    </message>
    <message>
        <source>No published value belongs to a case of this campaign.</source>
        <translation>Yksikään julkaistu arvo ei koske tämän ajon tapausta.</translation>
    </message>
    <message>
        <source>The campaigns have different seeds: their repetitions had different channels. </source>
        <translation>Ajoilla on eri siemenet: niiden toistot näkivät eri kanavat. </translation>
    </message>
    <message>
        <source>No two cases have a metric in two common repetitions.</source>
        <translation>Millään kahdella tapauksella ei ole mittaria kahdessa yhteisessä toistossa.</translation>
    </message>
    <message>
        <source>%1 of %2 differences are decided: their %3 % interval does not contain 0.</source>
        <translation>%1/%2 erosta on ratkaistu: niiden %3 %:n väli ei sisällä nollaa.</translation>
    </message>
    <message>
        <source>published median</source>
        <translation>julkaistu mediaani</translation>
    </message>
</context>
<context>
    <name>seawind::gui::DirectorySource</name>
    <message>
        <source>%1 is not running: there is nothing to control.</source>
        <translation>%1 ei ole käynnissä: ohjattavaa ei ole.</translation>
    </message>
    <message>
        <source>The controller of %1 has not answered within ten seconds. The request stays and takes effect when the controller reads it.</source>
        <translation>Ajon %1 ohjain ei ole vastannut kymmenessä sekunnissa. Pyyntösi jää kirjatuksi ja astuu voimaan heti, kun ohjain katsoo.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Doctor</name>
    <message>
        <source>%1 cannot be started: %2</source>
        <translation>Ohjelmaa %1 ei voi käynnistää: %2</translation>
    </message>
    <message>
        <source>The program seawind is neither beside this one nor in PATH: install or build the whole of Seawind.</source>
        <translation>Ohjelmaa seawind ei ole tämän vieressä eikä PATHissa: asenna tai käännä koko Seawind.</translation>
    </message>
    <message>
        <source>seawind doctor ended unexpectedly.</source>
        <translation>seawind doctor päättyi odottamatta.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::DocumentView</name>
    <message>
        <source>This file comes with Seawind and stays as it is.</source>
        <translation>Tämä tiedosto tulee Seawindin mukana ja pysyy ennallaan.</translation>
    </message>
    <message>
        <source>Edit a copy</source>
        <translation>Muokkaa kopiota</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Draft</name>
    <message>
        <source>Line %1: %2</source>
        <translation>Rivi %1: %2</translation>
    </message>
    <message>
        <source>%1, line %2: %3</source>
        <translation>%1, rivi %2: %3</translation>
    </message>
</context>
<context>
    <name>seawind::gui::DrawnField</name>
    <message>
        <source>value</source>
        <translation>arvo</translation>
    </message>
    <message>
        <source>%1 (file)</source>
        <translation>%1 (tiedosto)</translation>
    </message>
    <message>
        <source>A plain value, or the law it is drawn from</source>
        <translation>Pelkkä arvo tai jakauma, josta se arvotaan</translation>
    </message>
    <message>
        <source>law</source>
        <translation>jakauma</translation>
    </message>
</context>
<context>
    <name>seawind::gui::EstimateBar</name>
    <message>
        <source>being worked out</source>
        <translation>lasketaan</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ajokertoja</translation>
    </message>
    <message>
        <source>Expected duration</source>
        <translation>Odotettu kesto</translation>
    </message>
    <message>
        <source>On disk</source>
        <translation>Levyllä</translation>
    </message>
    <message>
        <source>Estimated</source>
        <translation>Arvio</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>not yet</source>
        <translation>ei vielä</translation>
    </message>
    <message>
        <source>there are problems to correct</source>
        <translation>vikoja on korjattava</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>up to %L1</source>
        <translation>enintään %L1</translation>
    </message>
    <message>
        <source>%L1</source>
        <translation>%L1</translation>
    </message>
    <message>
        <source>Least: every repetition as short as the shortest measured, or without losses. Most: as long as the longest, or until its time-out.</source>
        <translation>Vähintään: jokainen toisto yhtä lyhyt kuin lyhin mitattu tai ilman hävikkiä. Enintään: yhtä pitkä kuin pisin tai aikarajaansa asti.</translation>
    </message>
    <message>
        <source>only %1 free</source>
        <translation>vain %1 vapaana</translation>
    </message>
    <message>
        <source>%1 free</source>
        <translation>%1 vapaana</translation>
    </message>
    <message>
        <source>Campaigns are kept in %1.</source>
        <translation>Ajot ovat kansiossa %1.</translation>
    </message>
    <message numerus="yes">
        <source>%n at a time</source>
        <translation>
            <numerusform>%n kerrallaan</numerusform>
            <numerusform>%n kerrallaan</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n at a time to begin with</source>
        <translation>
            <numerusform>aluksi %n kerrallaan</numerusform>
            <numerusform>aluksi %n kerrallaan</numerusform>
        </translation>
    </message>
    <message>
        <source>1 case</source>
        <translation>1 tapaus</translation>
    </message>
    <message numerus="yes">
        <source>%n cases</source>
        <translation>
            <numerusform>%n tapaus</numerusform>
            <numerusform>%n tapausta</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::ExportDialog</name>
    <message>
        <source>the &amp;whole campaign</source>
        <translation>&amp;koko ajo</translation>
    </message>
    <message numerus="yes">
        <source>the %n case(s) the &amp;filter leaves</source>
        <translation>
            <numerusform>%n tapaus, jonka &amp;suodatin jättää</numerusform>
            <numerusform>%n tapausta, jotka &amp;suodatin jättää</numerusform>
        </translation>
    </message>
    <message>
        <source>the &amp;repetition that is open</source>
        <translation>avoinna oleva &amp;toisto</translation>
    </message>
    <message>
        <source>&amp;repetition %1 of %2</source>
        <translation>&amp;toisto %1, %2</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>&amp;Vie</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Sulje</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Vienti</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Mitä</translation>
    </message>
    <message>
        <source>As</source>
        <translation>Muodossa</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Selaa…</translation>
    </message>
    <message>
        <source>Folder to write to</source>
        <translation>Kohdekansio</translation>
    </message>
    <message>
        <source>&amp;Into</source>
        <translation>K&amp;ohde</translation>
    </message>
    <message>
        <source>Exporting</source>
        <translation>Viedään</translation>
    </message>
    <message>
        <source>Cancelled. Completed files remain in %1.</source>
        <translation>Peruttu. Siihen mennessä valmiit tiedostot ovat kansiossa %1.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Peru</translation>
    </message>
    <message>
        <source>Choose at least one format</source>
        <translation>Valitse ainakin yksi muoto</translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation>
            <numerusform>%n tiedosto kirjoitettu kansioon %1</numerusform>
            <numerusform>%n tiedostoa kirjoitettu kansioon %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::FilterPanel</name>
    <message>
        <source>Filter cases by text</source>
        <translation>Suodata tapauksia tekstillä</translation>
    </message>
    <message>
        <source>Filter cases by the values of their axes</source>
        <translation>Suodata tapauksia akselien arvoilla</translation>
    </message>
    <message>
        <source>Ticked values are shown; no tick at an axis: all of them</source>
        <translation>Valitut arvot näytetään; jos akselilla ei ole valintaa, näytetään kaikki</translation>
    </message>
    <message>
        <source>any state</source>
        <translation>mikä tahansa tila</translation>
    </message>
    <message>
        <source>any verdict</source>
        <translation>mikä tahansa tuomio</translation>
    </message>
    <message>
        <source>State of repetitions</source>
        <translation>Toistojen tila</translation>
    </message>
    <message>
        <source>Verdict of repetitions</source>
        <translation>Toistojen tuomio</translation>
    </message>
    <message>
        <source>Show all cases</source>
        <translation>Näytä kaikki tapaukset</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Linkki</translation>
    </message>
    <message>
        <source>Router</source>
        <translation>Reititin</translation>
    </message>
    <message>
        <source>TCP</source>
        <translation>TCP</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Kuorma</translation>
    </message>
    <message>
        <source>(none)</source>
        <translation>(ei yhtään)</translation>
    </message>
</context>
<context>
    <name>seawind::gui::FlowPicture</name>
    <message>
        <source>starts between %1 s and %2 s (%3)</source>
        <translation>alkaa välillä %1 s – %2 s (%3)</translation>
    </message>
    <message>
        <source>starts at %1 s</source>
        <translation>alkaa ajassa %1 s</translation>
    </message>
    <message>
        <source>lasts as long as the link lets it</source>
        <translation>kestää niin kauan kuin linkki antaa</translation>
    </message>
    <message>
        <source>lasts %1 s on the average</source>
        <translation>kestää keskimäärin %1 s</translation>
    </message>
    <message>
        <source>lasts %1 s</source>
        <translation>kestää %1 s</translation>
    </message>
    <message>
        <source>Flows over time</source>
        <translation>Virrat ajan kuluessa</translation>
    </message>
    <message>
        <source>up: mobile to fixed host</source>
        <translation>ylös: liikkuvalta kiinteälle</translation>
    </message>
    <message>
        <source>down: fixed to mobile host</source>
        <translation>alas: kiinteältä liikkuvalle</translation>
    </message>
    <message>
        <source>flow without a name</source>
        <translation>nimetön virta</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>time after the beginning of the workload, s</source>
        <translation>aika kuorman alusta, s</translation>
    </message>
</context>
<context>
    <name>seawind::gui::FlowTime</name>
    <message>
        <source>%1 every %2, on for %3</source>
        <translation>%1 aina %2 välein, päällä %3</translation>
    </message>
    <message>
        <source>%1 packets of %2 every %3</source>
        <translation>%1 pakettia, kukin %2, %3 välein</translation>
    </message>
    <message>
        <source>, %1 bursts</source>
        <translation>, %1 purskettta</translation>
    </message>
    <message>
        <source>page of %1 and %2 objects of %3</source>
        <translation>sivu %1 ja %2 kohdetta, kukin %3</translation>
    </message>
    <message>
        <source>for %1</source>
        <translation>%1 ajan</translation>
    </message>
    <message>
        <source>%1 echoes every %2</source>
        <translation>%1 kaikua %2 välein</translation>
    </message>
    <message>
        <source>%1 requests of %2, responses of %3</source>
        <translation>%1 pyyntöä, kukin %2, vastaukset %3</translation>
    </message>
    <message>
        <source>%1, reset after %2</source>
        <translation>%1, katkaistaan %2 jälkeen</translation>
    </message>
</context>
<context>
    <name>seawind::gui::FormContext</name>
    <message>
        <source>Change %1</source>
        <translation>Muuta: %1</translation>
    </message>
    <message>
        <source>%1 cannot be changed in the form: it stands in a part of the text that is used in several places. Change it in the text.</source>
        <translation>Kohtaa %1 ei voi muuttaa lomakkeella: se on tekstin osassa, jota käytetään useassa paikassa. Muuta sitä tekstissä.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::GroupBox</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n vika</numerusform>
            <numerusform>%n vikaa</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::ItemsField</name>
    <message>
        <source>Values with commas between them.</source>
        <translation>Arvot pilkuin erotettuina.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::KeySearch</name>
    <message>
        <source>Find a key (Ctrl+F)</source>
        <translation>Etsi avain (Ctrl+F)</translation>
    </message>
    <message>
        <source>Find a key by its name or meaning</source>
        <translation>Etsi avain nimellä tai merkityksellä</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LibraryModel</name>
    <message>
        <source>Link profiles</source>
        <translation>Linkkiprofiilit</translation>
    </message>
    <message>
        <source>Routers</source>
        <translation>Reitittimet</translation>
    </message>
    <message>
        <source>TCP variants</source>
        <translation>TCP-muunnelmat</translation>
    </message>
    <message>
        <source>Workloads</source>
        <translation>Kuormat</translation>
    </message>
    <message>
        <source>Test sets</source>
        <translation>Testisarjat</translation>
    </message>
    <message>
        <source>Own</source>
        <translation>Omat</translation>
    </message>
    <message>
        <source>Shipped with Seawind</source>
        <translation>Seawindin mukana</translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation>tallentamatta</translation>
    </message>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n vika</numerusform>
            <numerusform>%n vikaa</numerusform>
        </translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nimi</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Tila</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Kuvaus</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LibraryPage</name>
    <message>
        <source>Choose a file on the left to see it, or make a new one.
YAML files can be dropped here.</source>
        <translation>Valitse vasemmalta katsottava tiedosto tai luo uusi.
YAML-tiedostoja voi pudottaa tähän.</translation>
    </message>
    <message>
        <source>&amp;New…</source>
        <translation>&amp;Uusi…</translation>
    </message>
    <message>
        <source>Make a new file, empty or from a template</source>
        <translation>Tee uusi tiedosto, tyhjä tai mallista</translation>
    </message>
    <message>
        <source>&amp;Duplicate…</source>
        <translation>&amp;Monista…</translation>
    </message>
    <message>
        <source>Make an own file that begins as the chosen one</source>
        <translation>Tee oma tiedosto, joka alkaa valitun kaltaisena</translation>
    </message>
    <message>
        <source>&amp;Rename…</source>
        <translation>Nimeä u&amp;udelleen…</translation>
    </message>
    <message>
        <source>Give the chosen own file another name</source>
        <translation>Anna valitulle omalle tiedostolle toinen nimi</translation>
    </message>
    <message>
        <source>New name of %1:</source>
        <translation>Uusi nimi tiedostolle %1:</translation>
    </message>
    <message>
        <source>Dele&amp;te…</source>
        <translation>&amp;Poista…</translation>
    </message>
    <message>
        <source>Remove the chosen own file</source>
        <translation>Poista valittu oma tiedosto</translation>
    </message>
    <message>
        <source>Delete a file</source>
        <translation>Poista tiedosto</translation>
    </message>
    <message>
        <source>Delete %1? It goes to the wastebasket if there is one.</source>
        <translation>Poistetaanko %1? Se siirtyy roskakoriin, jos sellainen on.</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Tallenna</translation>
    </message>
    <message>
        <source>Write the file</source>
        <translation>Kirjoita tiedosto</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Tallenna &amp;nimellä…</translation>
    </message>
    <message>
        <source>Write the text as another own file</source>
        <translation>Kirjoita teksti toiseksi omaksi tiedostoksi</translation>
    </message>
    <message>
        <source>Name:</source>
        <translation>Nimi:</translation>
    </message>
    <message>
        <source>new</source>
        <translation>uusi</translation>
    </message>
    <message>
        <source>There is a file of this name already; choose another.</source>
        <translation>Tämänniminen tiedosto on jo; valitse toinen.</translation>
    </message>
    <message>
        <source>Re&amp;vert</source>
        <translation>&amp;Palauta</translation>
    </message>
    <message>
        <source>Back to what the file holds; can be undone</source>
        <translation>Takaisin tiedoston sisältöön; voidaan kumota</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Tuo…</translation>
    </message>
    <message>
        <source>Copy a YAML file into the own library</source>
        <translation>Kopioi YAML-tiedosto omaan kirjastoon</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Tuo</translation>
    </message>
    <message>
        <source>YAML files (*.yaml *.yml)</source>
        <translation>YAML-tiedostot (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Show in &amp;folder</source>
        <translation>Näytä &amp;kansiossa</translation>
    </message>
    <message>
        <source>Open the folder of the chosen file</source>
        <translation>Avaa valitun tiedoston kansio</translation>
    </message>
    <message>
        <source>No file manager is available. The file is in %1.</source>
        <translation>Mikään täällä ei näytä kansioita. Tiedosto on kansiossa %1.</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Sulje</translation>
    </message>
    <message>
        <source>Close the file in front</source>
        <translation>Sulje päällimmäinen tiedosto</translation>
    </message>
    <message>
        <source>Find a fi&amp;le</source>
        <translation>&amp;Etsi tiedosto</translation>
    </message>
    <message>
        <source>Filter the library</source>
        <translation>Suodata kirjastoa</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no name for a file.</source>
        <translation>&quot;%1&quot; ei kelpaa tiedoston nimeksi.</translation>
    </message>
    <message>
        <source>%1 exists already; choose another name.</source>
        <translation>%1 on jo olemassa; valitse toinen nimi.</translation>
    </message>
    <message>
        <source>cannot read %1: %2</source>
        <translation>tiedostoa %1 ei voi lukea: %2</translation>
    </message>
    <message>
        <source>cannot make the folder %1</source>
        <translation>kansiota %1 ei voi luoda</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>kohteeseen %1 ei voi kirjoittaa: %2</translation>
    </message>
    <message>
        <source>%1 comes with Seawind and keeps its name.</source>
        <translation>%1 tulee Seawindin mukana ja säilyttää nimensä.</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved; save it first.</source>
        <translation>Tiedostossa %1 on tallentamattomia muutoksia; tallenna se ensin.</translation>
    </message>
    <message>
        <source>cannot rename %1: %2</source>
        <translation>tiedostoa %1 ei voi nimetä uudelleen: %2</translation>
    </message>
    <message>
        <source>%1 comes with Seawind and stays.</source>
        <translation>%1 tulee Seawindin mukana eikä sitä poisteta.</translation>
    </message>
    <message>
        <source>cannot delete %1: %2</source>
        <translation>tiedostoa %1 ei voi poistaa: %2</translation>
    </message>
    <message>
        <source>%1 is neither a link profile nor a router, a TCP variant or a workload: it has none of their keys.</source>
        <translation>%1 ei ole linkkiprofiili, reititin, TCP-muunnelma eikä kuorma: siinä ei ole mitään niiden avaimista.</translation>
    </message>
    <message>
        <source>%1 comes with Seawind and stays as it is; save it under another name.</source>
        <translation>%1 tulee Seawindin mukana ja pysyy ennallaan; tallenna toisella nimellä.</translation>
    </message>
    <message>
        <source>Saved %1.</source>
        <translation>Tallennettu: %1.</translation>
    </message>
    <message>
        <source>Library</source>
        <translation>Kirjasto</translation>
    </message>
    <message>
        <source>%1 comes with Seawind and stays as it is. Edit a copy of it, named:</source>
        <translation>%1 tulee Seawindin mukana ja pysyy ennallaan. Muokkaa sen kopiota, jonka nimi on:</translation>
    </message>
    <message>
        <source>Open files</source>
        <translation>Avoimet tiedostot</translation>
    </message>
    <message>
        <source>Filter by name or description</source>
        <translation>Suodata nimellä tai kuvauksella</translation>
    </message>
    <message>
        <source>Cannot read %1.</source>
        <translation>Tiedostoa %1 ei voi lukea.</translation>
    </message>
    <message>
        <source>unsaved</source>
        <translation>tallentamatta</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Tallentamattomia muutoksia</translation>
    </message>
    <message>
        <source>%1 has changes that are not saved.</source>
        <translation>Tiedostossa %1 on tallentamattomia muutoksia.</translation>
    </message>
    <message>
        <source>an unsaved file</source>
        <translation>tallentamaton tiedosto</translation>
    </message>
    <message>
        <source>These files have changes that are not saved: %1.</source>
        <translation>Näissä tiedostoissa on tallentamattomia muutoksia: %1.</translation>
    </message>
    <message>
        <source>The file was removed from the disk; this editor still has its text.</source>
        <translation>Tiedosto on poistettu levyltä; näkemäsi on tallessa täällä.</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>Tallenna uudelleen</translation>
    </message>
    <message>
        <source>%1 has changed on the disk and was read again.</source>
        <translation>%1 muuttui levyllä ja luettiin uudelleen.</translation>
    </message>
    <message>
        <source>The file was changed on disk and has unsaved edits here.</source>
        <translation>Tiedosto on muuttunut levyllä ja myös täällä.</translation>
    </message>
    <message>
        <source>Read it again, without the changes here</source>
        <translation>Lue uudelleen, ilman täällä tehtyjä muutoksia</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LinkPlots</name>
    <message>
        <source>&amp;Follow the newest</source>
        <translation>&amp;Seuraa uusinta</translation>
    </message>
    <message>
        <source>Keep the last two minutes in sight. Dragging or zooming a plot ends it.</source>
        <translation>Pidä viimeiset kaksi minuuttia näkyvissä. Kuvaajan vetäminen tai zoomaus lopettaa sen.</translation>
    </message>
    <message>
        <source>Values at the cursor</source>
        <translation>Arvot kohdistimen kohdalla</translation>
    </message>
    <message>
        <source>Throughput over time</source>
        <translation>Läpäisy ajan kuluessa</translation>
    </message>
    <message>
        <source>Queue lengths over time</source>
        <translation>Jonojen pituudet ajan kuluessa</translation>
    </message>
    <message>
        <source>Delay over time</source>
        <translation>Viive ajan kuluessa</translation>
    </message>
    <message>
        <source>Release lateness over time</source>
        <translation>Lähtömyöhästymä ajan kuluessa</translation>
    </message>
    <message>
        <source>Channel states, drops, marks and changes over time</source>
        <translation>Kanavan tilat, pudotukset, merkinnät ja muutokset ajan kuluessa</translation>
    </message>
    <message>
        <source>down</source>
        <translation>alas</translation>
    </message>
    <message>
        <source>up</source>
        <translation>ylös</translation>
    </message>
    <message>
        <source>router down</source>
        <translation>reititin alas</translation>
    </message>
    <message>
        <source>send buffer down</source>
        <translation>lähetyspuskuri alas</translation>
    </message>
    <message>
        <source>router up</source>
        <translation>reititin ylös</translation>
    </message>
    <message>
        <source>send buffer up</source>
        <translation>lähetyspuskuri ylös</translation>
    </message>
    <message>
        <source>p99.9</source>
        <translation>p99,9</translation>
    </message>
    <message>
        <source>largest</source>
        <translation>suurin</translation>
    </message>
    <message>
        <source>drops</source>
        <translation>pudotukset</translation>
    </message>
    <message>
        <source>CE marks</source>
        <translation>CE-merkinnät</translation>
    </message>
    <message>
        <source>changes</source>
        <translation>muutokset</translation>
    </message>
    <message>
        <source>kbit/s</source>
        <translation>kbit/s</translation>
    </message>
    <message>
        <source>delay, ms</source>
        <translation>viive, ms</translation>
    </message>
    <message>
        <source>time of the link</source>
        <translation>linkin aika</translation>
    </message>
    <message>
        <source>%1 s: throughput %2 / %3 kbit/s, router %4 / %5 B, send buffer %6 / %7 B, delay %8 / %9 ms</source>
        <translation>%1 s: läpäisy %2 / %3 kbit/s, reititin %4 / %5 B, lähetyspuskuri %6 / %7 B, viive %8 / %9 ms</translation>
    </message>
    <message>
        <source>, state %1</source>
        <translation>, tila %1</translation>
    </message>
    <message>
        <source>, %1 %2 %3</source>
        <translation>, %1 %2 %3</translation>
    </message>
    <message>
        <source>queue, B</source>
        <translation>jono, B</translation>
    </message>
    <message>
        <source>late, ms</source>
        <translation>myöhässä, ms</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LinkPreview</name>
    <message>
        <source>none lost</source>
        <translation>ei hävikkiä</translation>
    </message>
    <message>
        <source>%L1 of %L2 lost%3</source>
        <translation>%L1/%L2 hävisi%3</translation>
    </message>
    <message>
        <source>no probe arrived</source>
        <translation>yhtään luotainta ei saapunut</translation>
    </message>
    <message>
        <source>median delay %1 ms</source>
        <translation>viiveen mediaani %1 ms</translation>
    </message>
    <message>
        <source>Stopped. Change a value, or choose another duration, to run again.</source>
        <translation>Pysäytetty. Muuta arvoa tai valitse toinen kesto, niin esikatselu ajetaan uudelleen.</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Kesto</translation>
    </message>
    <message>
        <source>Interval of the probes</source>
        <translation>Luotainten väli</translation>
    </message>
    <message>
        <source>Size of a probe</source>
        <translation>Luotaimen koko</translation>
    </message>
    <message>
        <source>IP bytes of a probe packet, 28B to 65535B</source>
        <translation>Luotainpaketin IP-tavut, 28B–65535B</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Siemen</translation>
    </message>
    <message>
        <source>Seed of the repetition: the same seed plays the same channel</source>
        <translation>Toiston siemen: sama siemen toistaa saman kanavan</translation>
    </message>
    <message>
        <source>&amp;Duration</source>
        <translation>&amp;Kesto</translation>
    </message>
    <message>
        <source>Probe of</source>
        <translation>Luotain</translation>
    </message>
    <message>
        <source>every</source>
        <translation>välein</translation>
    </message>
    <message>
        <source>The preview is running</source>
        <translation>Esikatselu on käynnissä</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Pysäytä</translation>
    </message>
    <message>
        <source>Stop the preview</source>
        <translation>Pysäytä esikatselu</translation>
    </message>
    <message>
        <source>No preview: %1</source>
        <translation>Ei esikatselua: %1</translation>
    </message>
    <message>
        <source>%1
The pictures are those of the last text that could be run.</source>
        <translation>%1
Kuvat ovat viimeisestä tekstistä, joka voitiin ajaa.</translation>
    </message>
    <message>
        <source>Downlink: %1, %2. Uplink: %3, %4.</source>
        <translation>Alalinkki: %1, %2. Ylälinkki: %3, %4.</translation>
    </message>
    <message>
        <source>Path of a packet</source>
        <translation>Paketin reitti</translation>
    </message>
    <message>
        <source>States, rates and delays</source>
        <translation>Tilat, nopeudet ja viiveet</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LinkRunner</name>
    <message>
        <source>%1 with a probe every %2 are more than %L3 probe packets: choose a shorter duration or a longer interval.</source>
        <translation>%1 ja luotain %2 välein on yli %L3 luotainpakettia: valitse lyhyempi kesto tai pidempi väli.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ListField</name>
    <message>
        <source>items</source>
        <translation>kohdat</translation>
    </message>
    <message>
        <source>+ Add</source>
        <translation>+ Lisää</translation>
    </message>
    <message>
        <source>Add an item at the end</source>
        <translation>Lisää kohta loppuun</translation>
    </message>
    <message>
        <source>add</source>
        <translation>lisää</translation>
    </message>
    <message>
        <source>Move up</source>
        <translation>Siirrä ylös</translation>
    </message>
    <message>
        <source>Move down</source>
        <translation>Siirrä alas</translation>
    </message>
    <message>
        <source>Move %1 up</source>
        <translation>Siirrä %1 ylös</translation>
    </message>
    <message>
        <source>Move %1 down</source>
        <translation>Siirrä %1 alas</translation>
    </message>
    <message>
        <source>Move an item</source>
        <translation>Siirrä kohtaa</translation>
    </message>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n kohta</numerusform>
            <numerusform>%n kohtaa</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::LiveView</name>
    <message>
        <source>Changes by hand</source>
        <translation>Käsin tehdyt muutokset</translation>
    </message>
    <message>
        <source>Attempts and link</source>
        <translation>Yritykset ja linkki</translation>
    </message>
    <message>
        <source>Finished &amp;attempts</source>
        <translation>Päättyneet &amp;yritykset</translation>
    </message>
    <message>
        <source>&amp;Link of the chosen slot</source>
        <translation>Valitun paikan &amp;linkki</translation>
    </message>
    <message>
        <source>Repetitions done</source>
        <translation>Valmiit toistot</translation>
    </message>
    <message>
        <source>State of the campaign</source>
        <translation>Ajon tila</translation>
    </message>
    <message>
        <source>Verdicts so far</source>
        <translation>Tuomiot tähän asti</translation>
    </message>
    <message>
        <source>Release lateness so far</source>
        <translation>Lähtömyöhästymä tähän asti</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>Mikä meni vikaan</translation>
    </message>
    <message>
        <source>Slots: repetitions that run now</source>
        <translation>Paikat: nyt käynnissä olevat toistot</translation>
    </message>
    <message>
        <source>All attempts</source>
        <translation>Kaikki yritykset</translation>
    </message>
    <message>
        <source>Only those that do not count</source>
        <translation>Vain ne, joita ei lasketa</translation>
    </message>
    <message>
        <source>Which attempts are shown</source>
        <translation>Mitkä yritykset näytetään</translation>
    </message>
    <message>
        <source>Sho&amp;w</source>
        <translation>&amp;Näytä</translation>
    </message>
    <message>
        <source>Return or a double click opens a repetition.</source>
        <translation>Enter tai kaksoisnapsautus avaa toiston.</translation>
    </message>
    <message>
        <source>Finished attempts</source>
        <translation>Päättyneet yritykset</translation>
    </message>
    <message>
        <source>The repetition that is shown</source>
        <translation>Näytettävä toisto</translation>
    </message>
    <message>
        <source>Finished &amp;attempts (%1)</source>
        <translation>Päättyneet &amp;yritykset (%1)</translation>
    </message>
    <message>
        <source>being opened</source>
        <translation>avataan</translation>
    </message>
    <message>
        <source>Choose a campaign on the left, or start a test set (F5).</source>
        <translation>Valitse ajo vasemmalta tai aloita testisarja (F5).</translation>
    </message>
    <message>
        <source>Repetitions: %1 done, %2 failed, %3 to come. Attempts that do not count: %4 invalid, %5 failed. Running: %6, at most %7.</source>
        <translation>Toistot: %1 valmista, %2 epäonnistunutta, %3 tulossa. Yritykset, joita ei lasketa: %4 kelvotonta, %5 epäonnistunutta. Käynnissä: %6, enintään %7.</translation>
    </message>
    <message>
        <source>Lateness p99.9: now %1, worst %2, limit %3</source>
        <translation>Myöhästymä p99,9: nyt %1, pahin %2, raja %3</translation>
    </message>
    <message>
        <source>Choose a slot above to see the link of its repetition.</source>
        <translation>Valitse paikka ylhäältä, niin näet sen toiston linkin.</translation>
    </message>
    <message>
        <source>Waiting for the link of slot %1.</source>
        <translation>Odotetaan paikan %1 linkkiä.</translation>
    </message>
    <message>
        <source>Slot %1: %2</source>
        <translation>Paikka %1: %2</translation>
    </message>
    <message>
        <source>This repetition is over.</source>
        <translation>Tämä toisto on päättynyt.</translation>
    </message>
    <message>
        <source>This is a recording: nothing can be changed in it.</source>
        <translation>Tämä on tallenne: siinä ei voi muuttaa mitään.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::LogsView</name>
    <message>
        <source>this repetition has not been tried yet: it has no logs</source>
        <translation>tätä toistoa ei ole vielä yritetty: sillä ei ole lokeja</translation>
    </message>
    <message>
        <source>%1 is there already: choose another folder</source>
        <translation>%1 on jo olemassa: valitse toinen kansio</translation>
    </message>
    <message>
        <source>cannot copy %1 to %2: %3</source>
        <translation>kohdetta %1 ei voi kopioida kohteeseen %2: %3</translation>
    </message>
    <message>
        <source>the folder cannot be made</source>
        <translation>kansiota ei voi luoda</translation>
    </message>
    <message>
        <source>it cannot be renamed</source>
        <translation>sitä ei voi nimetä uudelleen</translation>
    </message>
    <message>
        <source>Open f&amp;older</source>
        <translation>Avaa k&amp;ansio</translation>
    </message>
    <message>
        <source>Colle&amp;ct…</source>
        <translation>&amp;Kokoa…</translation>
    </message>
    <message>
        <source>&amp;Logs</source>
        <translation>&amp;Lokit</translation>
    </message>
    <message>
        <source>Logs of the repetition</source>
        <translation>Toiston lokit</translation>
    </message>
    <message>
        <source>Copy these files to a folder</source>
        <translation>Kopioi nämä tiedostot kansioon</translation>
    </message>
    <message>
        <source>Collect logs in</source>
        <translation>Kokoa lokit kansioon</translation>
    </message>
    <message>
        <source>%1  (%2)</source>
        <translation>%1  (%2)</translation>
    </message>
    <message>
        <source>The repetition&apos;s own folder is missing.</source>
        <translation>Toiston oma kansio puuttuu.</translation>
    </message>
    <message>
        <source>The desktop has no program for %1</source>
        <translation>Työpöydällä ei ole ohjelmaa tiedostolle %1</translation>
    </message>
    <message>
        <source>Copied to %1</source>
        <translation>Kopioitu kansioon %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::MachineView</name>
    <message>
        <source>good</source>
        <translation>hyvä</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>voisi olla parempi</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>puuttuu</translation>
    </message>
    <message numerus="yes">
        <source>Test sets cannot run here yet: %n requirement(s) are not met. Follow the advice for each, then check again.</source>
        <translation>
            <numerusform>Testisarjoja ei voi vielä ajaa täällä: %n asia puuttuu. Vieressä on, mitä tehdä; tarkista sitten uudelleen.</numerusform>
            <numerusform>Testisarjoja ei voi vielä ajaa täällä: %n asiaa puuttuu. Kunkin vieressä on, mitä tehdä; tarkista sitten uudelleen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test sets can run here. %n warning(s): repetitions that exceed their timing limits are detected and repeated.</source>
        <translation>
            <numerusform>Testisarjoja voi ajaa täällä. %n asia voisi olla parempi: ajoituksensa menettäneet toistot löydetään ja toistetaan.</numerusform>
            <numerusform>Testisarjoja voi ajaa täällä. %n asiaa voisi olla parempia: ajoituksensa menettäneet toistot löydetään ja toistetaan.</numerusform>
        </translation>
    </message>
    <message>
        <source>This machine is ready.</source>
        <translation>Tämä kone on valmis.</translation>
    </message>
    <message>
        <source>This machine</source>
        <translation>Tämä kone</translation>
    </message>
    <message>
        <source>Check &amp;again</source>
        <translation>Tarkista &amp;uudelleen</translation>
    </message>
    <message>
        <source>Checking this machine...</source>
        <translation>Katsotaan, mitä tämä kone sallii...</translation>
    </message>
</context>
<context>
    <name>seawind::gui::MainWindow</name>
    <message>
        <source>Shortcuts</source>
        <translation>Pikanäppäimet</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Suodata</translation>
    </message>
    <message>
        <source>Filter the shortcuts</source>
        <translation>Suodata pikanäppäimiä</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Mitä se tekee</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Näppäimet</translation>
    </message>
    <message>
        <source>About Seawind</source>
        <translation>Tietoja Seawindista</translation>
    </message>
    <message>
        <source>&lt;h3&gt;Seawind %1&lt;/h3&gt;&lt;p&gt;Real traffic over emulated wireless links, in real time, with measured timing accuracy.&lt;/p&gt;&lt;p&gt;Qt %2 (built with %3)&lt;/p&gt;&lt;p&gt;Free software under the GNU General Public License, version 3 or later.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;Seawind %1&lt;/h3&gt;&lt;p&gt;Todellista liikennettä emuloitujen langattomien linkkien yli reaaliajassa, ja näyttö siitä, että emulointi pysyi ajassaan.&lt;/p&gt;&lt;p&gt;Qt %2 (käännetty versiolla %3)&lt;/p&gt;&lt;p&gt;Vapaa ohjelma GNU General Public License -lisenssin version 3 tai uudemman mukaan.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Aloitus</translation>
    </message>
    <message>
        <source>What this is, what this machine allows, and the quickstart</source>
        <translation>Mikä tämä on, mitä tämä kone sallii, ja pika-aloitus</translation>
    </message>
    <message>
        <source>Seawind</source>
        <translation>Seawind</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Sivut</translation>
    </message>
    <message>
        <source>%1 - Seawind</source>
        <translation>%1 - Seawind</translation>
    </message>
    <message>
        <source>Cannot open</source>
        <translation>Ei voi avata</translation>
    </message>
    <message>
        <source>%1: none of the kinds of files of Seawind (a link profile, router, TCP variant, workload or test set)</source>
        <translation>%1: ei mikään Seawindin tuntemista tiedostoista (linkkiprofiili, reititin, TCP-muunnelma, kuorma tai testisarja)</translation>
    </message>
    <message>
        <source>%1 cannot be shown</source>
        <translation>Kohdetta %1 ei voi näyttää</translation>
    </message>
    <message>
        <source>Crash recovery is unavailable, because unsaved edits cannot be written: %1</source>
        <translation>Tallentamattomat muutokset eivät säily kaatumisessa: %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::MapField</name>
    <message>
        <source>keys</source>
        <translation>avaimet</translation>
    </message>
    <message>
        <source>Name of %1</source>
        <translation>Kohdan %1 nimi</translation>
    </message>
    <message>
        <source>Add a key…</source>
        <translation>Lisää avain…</translation>
    </message>
    <message>
        <source>Add a key to %1</source>
        <translation>Lisää avain kohtaan %1</translation>
    </message>
    <message>
        <source>Type a name and press Enter.</source>
        <translation>Kirjoita nimi ja paina Enteriä.</translation>
    </message>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n avain</numerusform>
            <numerusform>%n avainta</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::Matrix</name>
    <message>
        <source>Change the excluded cases</source>
        <translation>Muuta pois jätettyjä tapauksia</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Menus</name>
    <message>
        <source>Tools</source>
        <translation>Työkalut</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Tiedosto</translation>
    </message>
    <message>
        <source>&amp;Open file...</source>
        <translation>&amp;Avaa tiedosto...</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Avaa</translation>
    </message>
    <message>
        <source>Seawind files (*.yaml *.yml)</source>
        <translation>Seawindin tiedostot (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Open cam&amp;paign...</source>
        <translation>Avaa a&amp;jo...</translation>
    </message>
    <message>
        <source>Ctrl+Shift+O</source>
        <translation>Ctrl+Shift+O</translation>
    </message>
    <message>
        <source>Open a campaign directory</source>
        <translation>Avaa ajohakemisto</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Avaa &amp;viimeaikainen</translation>
    </message>
    <message>
        <source>S&amp;ettings...</source>
        <translation>Asetu&amp;kset...</translation>
    </message>
    <message>
        <source>Ctrl+,</source>
        <translation>Ctrl+,</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>L&amp;opeta</translation>
    </message>
    <message>
        <source>Ctrl+Q</source>
        <translation>Ctrl+Q</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Muokkaa</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Kumoa</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Tee uudelleen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+Z</source>
        <translation>Ctrl+Shift+Z</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Näytä</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Suurempi teksti</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>&amp;Pienempi teksti</translation>
    </message>
    <message>
        <source>&amp;Normal text</source>
        <translation>&amp;Tavallinen teksti</translation>
    </message>
    <message>
        <source>Ctrl+0</source>
        <translation>Ctrl+0</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>&amp;Koko näyttö</translation>
    </message>
    <message>
        <source>F11</source>
        <translation>F11</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>T&amp;eema</translation>
    </message>
    <message>
        <source>As the &amp;desktop</source>
        <translation>Kuten t&amp;yöpöytä</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Vaalea</translation>
    </message>
    <message>
        <source>Dar&amp;k</source>
        <translation>&amp;Tumma</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Ohje</translation>
    </message>
    <message>
        <source>&amp;Reference</source>
        <translation>&amp;Käsikirja</translation>
    </message>
    <message>
        <source>&amp;Shortcuts</source>
        <translation>&amp;Pikanäppäimet</translation>
    </message>
    <message>
        <source>Ctrl+F1</source>
        <translation>Ctrl+F1</translation>
    </message>
    <message>
        <source>&amp;About Seawind</source>
        <translation>&amp;Tietoja Seawindista</translation>
    </message>
    <message>
        <source>&amp;Clear the list</source>
        <translation>&amp;Tyhjennä luettelo</translation>
    </message>
</context>
<context>
    <name>seawind::gui::MetricTable</name>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Mittari</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Yksikkö</translation>
    </message>
    <message>
        <source>n</source>
        <translation>n</translation>
    </message>
    <message>
        <source>Minimum</source>
        <translation>Pienin</translation>
    </message>
    <message>
        <source>Lower quartile</source>
        <translation>Alakvartiili</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Mediaani</translation>
    </message>
    <message>
        <source>Upper quartile</source>
        <translation>Yläkvartiili</translation>
    </message>
    <message>
        <source>Maximum</source>
        <translation>Suurin</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Keskiarvo</translation>
    </message>
    <message>
        <source>a&amp;ll metrics</source>
        <translation>&amp;kaikki mittarit</translation>
    </message>
    <message>
        <source>Statistics of metrics by case</source>
        <translation>Mittarien tunnusluvut tapauksittain</translation>
    </message>
    <message>
        <source>Filter by metric</source>
        <translation>Suodata mittarilla</translation>
    </message>
</context>
<context>
    <name>seawind::gui::NewFileDialog</name>
    <message>
        <source>New file</source>
        <translation>Uusi tiedosto</translation>
    </message>
    <message>
        <source>&amp;Kind:</source>
        <translation>&amp;Laji:</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Nimi:</translation>
    </message>
    <message>
        <source>&amp;Begins as:</source>
        <translation>&amp;Alkaa kuten:</translation>
    </message>
    <message>
        <source>&amp;Create</source>
        <translation>&amp;Luo</translation>
    </message>
    <message>
        <source>the smallest that is valid</source>
        <translation>pienin kelvollinen</translation>
    </message>
    <message>
        <source>A name has no / in it.</source>
        <translation>Nimessä ei voi olla merkkiä /.</translation>
    </message>
    <message>
        <source>There is a file of this name already; choose another.</source>
        <translation>Tämänniminen tiedosto on jo; valitse toinen.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::PathElement</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Largest packet</source>
        <translation>Suurin paketti</translation>
    </message>
    <message>
        <source>Base station stages</source>
        <translation>Tukiaseman vaiheet</translation>
    </message>
    <message>
        <source>Last-hop router</source>
        <translation>Viimeisen hypyn reititin</translation>
    </message>
    <message>
        <source>%1 (a test set chooses)</source>
        <translation>%1 (testisarja valitsee)</translation>
    </message>
    <message>
        <source>Adapter slots</source>
        <translation>Sovittimen paikat</translation>
    </message>
    <message>
        <source>Input queue</source>
        <translation>Syötejono</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>enintään %1</translation>
    </message>
    <message>
        <source>unlimited</source>
        <translation>rajaton</translation>
    </message>
    <message>
        <source>full: drops</source>
        <translation>täynnä: pudottaa</translation>
    </message>
    <message>
        <source>full: the router queues</source>
        <translation>täynnä: reititin jonottaa</translation>
    </message>
    <message>
        <source>drop at the</source>
        <translation>pudotus</translation>
    </message>
    <message>
        <source>Send buffer</source>
        <translation>Lähetyspuskuri</translation>
    </message>
    <message>
        <source>freed by link-layer acks (%1)</source>
        <translation>vapautuu linkkikuittauksista (%1)</translation>
    </message>
    <message>
        <source>frame in service counts</source>
        <translation>palveltava kehys lasketaan</translation>
    </message>
    <message>
        <source>drops on shrink</source>
        <translation>pudottaa kutistuessaan</translation>
    </message>
    <message>
        <source>of %1</source>
        <translation>/ %1</translation>
    </message>
    <message>
        <source>at %1</source>
        <translation>%1</translation>
    </message>
    <message>
        <source>every %1</source>
        <translation>%1 välein</translation>
    </message>
    <message>
        <source>discards</source>
        <translation>hylkää</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Portit</translation>
    </message>
    <message>
        <source>spike</source>
        <translation>piikki</translation>
    </message>
    <message>
        <source>outage</source>
        <translation>katko</translation>
    </message>
    <message>
        <source>allocation</source>
        <translation>varaus</translation>
    </message>
    <message>
        <source>held when idle</source>
        <translation>pidetään joutilaana</translation>
    </message>
    <message>
        <source>Serializer</source>
        <translation>Sarjallistin</translation>
    </message>
    <message>
        <source>channels at most</source>
        <translation>kanavia enintään</translation>
    </message>
    <message>
        <source>channels available</source>
        <translation>kanavia vapaana</translation>
    </message>
    <message>
        <source>drawn anew every</source>
        <translation>arvotaan uudelleen välein</translation>
    </message>
    <message>
        <source>schedule: %1</source>
        <translation>aikataulu: %1</translation>
    </message>
    <message>
        <source>trace: %1</source>
        <translation>jälki: %1</translation>
    </message>
    <message>
        <source>frames of %1</source>
        <translation>kehykset %1</translation>
    </message>
    <message>
        <source>byte stream</source>
        <translation>tavuvirta</translation>
    </message>
    <message>
        <source>frame overhead</source>
        <translation>kehyksen lisä</translation>
    </message>
    <message>
        <source>packet overhead</source>
        <translation>paketin lisä</translation>
    </message>
    <message>
        <source>background users</source>
        <translation>taustakäyttäjät</translation>
    </message>
    <message>
        <source>background rate</source>
        <translation>taustanopeus</translation>
    </message>
    <message>
        <source>Channel</source>
        <translation>Kanava</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>virheet</translation>
    </message>
    <message>
        <source>per</source>
        <translation>kohden</translation>
    </message>
    <message>
        <source>no errors</source>
        <translation>ei virheitä</translation>
    </message>
    <message>
        <source>loss %1</source>
        <translation>hävikki %1</translation>
    </message>
    <message>
        <source>Retransmissions</source>
        <translation>Uudelleenlähetykset</translation>
    </message>
    <message>
        <source>none: what is corrupted is lost</source>
        <translation>ei: vioittunut katoaa</translation>
    </message>
    <message>
        <source>each</source>
        <translation>kukin</translation>
    </message>
    <message>
        <source>together at most</source>
        <translation>yhteensä enintään</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>enintään</translation>
    </message>
    <message>
        <source>classes</source>
        <translation>luokat</translation>
    </message>
    <message>
        <source>resets the link beyond that</source>
        <translation>sen yli nollaa linkin</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Linja</translation>
    </message>
    <message>
        <source>random delay with</source>
        <translation>satunnaisviive</translation>
    </message>
    <message>
        <source>of</source>
        <translation>/</translation>
    </message>
    <message>
        <source>the same in both directions</source>
        <translation>sama molempiin suuntiin</translation>
    </message>
    <message>
        <source>Receive buffer</source>
        <translation>Vastaanottopuskuri</translation>
    </message>
    <message>
        <source>delivers as packets arrive</source>
        <translation>luovuttaa saapumisjärjestyksessä</translation>
    </message>
    <message>
        <source>delivers in order</source>
        <translation>luovuttaa järjestyksessä</translation>
    </message>
    <message>
        <source>released</source>
        <translation>vapautettu</translation>
    </message>
    <message>
        <source>without reassembly</source>
        <translation>ilman kokoamista</translation>
    </message>
    <message>
        <source>Output dropper</source>
        <translation>Lähdön pudotin</translation>
    </message>
    <message>
        <source>Channel states</source>
        <translation>Kanavan tilat</translation>
    </message>
    <message>
        <source>one state that never changes</source>
        <translation>yksi tila, joka ei muutu</translation>
    </message>
    <message>
        <source>Set %2 to %1</source>
        <translation>%1 ajan %2</translation>
    </message>
    <message>
        <source>, then %1</source>
        <translation>, sitten %1</translation>
    </message>
    <message>
        <source>in the order %1</source>
        <translation>järjestyksessä %1</translation>
    </message>
    <message>
        <source>already running for %1</source>
        <translation>ollut käynnissä jo %1</translation>
    </message>
    <message>
        <source>all together at most</source>
        <translation>kaikkiaan enintään</translation>
    </message>
    <message>
        <source>background load</source>
        <translation>taustakuorma</translation>
    </message>
    <message>
        <source>background users of a channel</source>
        <translation>taustakäyttäjiä kanavalla</translation>
    </message>
    <message>
        <source>priority over background</source>
        <translation>etusija taustaan nähden</translation>
    </message>
    <message>
        <source>background output</source>
        <translation>taustan tuloste</translation>
    </message>
    <message>
        <source>background packets</source>
        <translation>taustapaketit</translation>
    </message>
    <message>
        <source>background on for</source>
        <translation>tausta päällä</translation>
    </message>
    <message>
        <source>background off for</source>
        <translation>tausta poissa</translation>
    </message>
    <message>
        <source>background shape</source>
        <translation>taustan muoto</translation>
    </message>
    <message>
        <source>Background load</source>
        <translation>Taustakuorma</translation>
    </message>
    <message>
        <source>one channel for both directions</source>
        <translation>yksi kanava molempiin suuntiin</translation>
    </message>
    <message>
        <source>duplicates</source>
        <translation>kahdennus</translation>
    </message>
</context>
<context>
    <name>seawind::gui::PathPicture</name>
    <message>
        <source>Path of a packet</source>
        <translation>Paketin reitti</translation>
    </message>
    <message>
        <source>Downlink: fixed host to mobile host</source>
        <translation>Alalinkki: kiinteältä liikkuvalle</translation>
    </message>
    <message>
        <source>Uplink: mobile host to fixed host</source>
        <translation>Ylälinkki: liikkuvalta kiinteälle</translation>
    </message>
    <message>
        <source>Edit %1</source>
        <translation>Muokkaa: %1</translation>
    </message>
    <message>
        <source>downlink</source>
        <translation>alalinkki</translation>
    </message>
    <message>
        <source>uplink</source>
        <translation>ylälinkki</translation>
    </message>
</context>
<context>
    <name>seawind::gui::PlotView</name>
    <message>
        <source>%1
x %2
y %3</source>
        <translation>%1
x %2
y %3</translation>
    </message>
    <message>
        <source>cannot write %1: pictures are .svg, .pdf or .png</source>
        <translation>kohteeseen %1 ei voi kirjoittaa: kuvat ovat .svg, .pdf tai .png</translation>
    </message>
    <message>
        <source>cannot write %1: %2</source>
        <translation>kohteeseen %1 ei voi kirjoittaa: %2</translation>
    </message>
    <message>
        <source>series</source>
        <translation>sarja</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Tallenna kuva</translation>
    </message>
    <message>
        <source>Plot</source>
        <translation>Kuvaaja</translation>
    </message>
    <message>
        <source>Show &amp;all</source>
        <translation>Näytä k&amp;aikki</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Lähennä</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>L&amp;oitonna</translation>
    </message>
    <message>
        <source>&amp;Previous view</source>
        <translation>&amp;Edellinen näkymä</translation>
    </message>
    <message>
        <source>&amp;Copy picture</source>
        <translation>&amp;Kopioi kuva</translation>
    </message>
    <message>
        <source>Copy points as CS&amp;V</source>
        <translation>Kopioi pisteet CS&amp;V:nä</translation>
    </message>
    <message>
        <source>&amp;Save picture…</source>
        <translation>&amp;Tallenna kuva…</translation>
    </message>
</context>
<context>
    <name>seawind::gui::PreviewPlots</name>
    <message>
        <source>Rate and states over time</source>
        <translation>Nopeus ja tilat ajan kuluessa</translation>
    </message>
    <message>
        <source>rate</source>
        <translation>nopeus</translation>
    </message>
    <message>
        <source>Delay of the probe packets over time</source>
        <translation>Luotainpakettien viive ajan kuluessa</translation>
    </message>
    <message>
        <source>link time, s</source>
        <translation>linkin aika, s</translation>
    </message>
    <message>
        <source>one-way delay, ms</source>
        <translation>yksisuuntainen viive, ms</translation>
    </message>
    <message>
        <source>Distribution of the delays</source>
        <translation>Viiveiden jakauma</translation>
    </message>
    <message>
        <source>share of probes sent</source>
        <translation>osuus lähetetyistä luotaimista</translation>
    </message>
    <message>
        <source>downlink</source>
        <translation>alalinkki</translation>
    </message>
    <message>
        <source>uplink</source>
        <translation>ylälinkki</translation>
    </message>
    <message>
        <source>%1, lost</source>
        <translation>%1, hävinnyt</translation>
    </message>
    <message>
        <source>rate, %1</source>
        <translation>nopeus, %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ProblemList</name>
    <message>
        <source>Problems of the file</source>
        <translation>Tiedoston viat</translation>
    </message>
    <message>
        <source>Line %1</source>
        <translation>Rivi %1</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Varoitus: %1</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>vihje: %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::QuantityField</name>
    <message>
        <source>unit</source>
        <translation>yksikkö</translation>
    </message>
</context>
<context>
    <name>seawind::gui::QueueRunner</name>
    <message>
        <source>The campaign %1 ended before it was complete while no window was open. What is finished is kept: resume it.
Its output is in %2.</source>
        <translation>Ajo %1 päättyi kesken, kun ikkunaa ei ollut auki. Valmis on tallessa: jatka ajoa.
Ohjaimen sanoma on tiedostossa %2.</translation>
    </message>
    <message>
        <source>The campaign %1 was not started while no window was open. Its output is in %2.</source>
        <translation>Ajoa %1 ei aloitettu, kun ikkunaa ei ollut auki. Ohjaimen sanoma on tiedostossa %2.</translation>
    </message>
    <message>
        <source>Another Seawind window controls this queue; it is read-only here.</source>
        <translation>Toinen Seawindin ikkuna käsittelee tätä jonoa; täällä sitä voi vain katsoa.</translation>
    </message>
    <message>
        <source>The queue is held. No campaign starts until you release it.</source>
        <translation>Jono on pidossa: mitään ei aloiteta ennen kuin päästät sen jatkamaan.</translation>
    </message>
    <message>
        <source>The next campaign starts when %1 has ended.</source>
        <translation>Seuraava alkaa, kun mikään ei enää ole käynnissä; nyt on %1.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RecipeMenu</name>
    <message>
        <source>&amp;Recipes</source>
        <translation>&amp;Reseptit</translation>
    </message>
    <message>
        <source>&amp;Save this analysis…</source>
        <translation>&amp;Tallenna tämä analyysi…</translation>
    </message>
    <message>
        <source>View, metric, cases and axes, to be applied to any campaign</source>
        <translation>Näkymä, mittari, tapaukset ja akselit sovellettavaksi mihin tahansa ajoon</translation>
    </message>
    <message>
        <source>(none saved yet)</source>
        <translation>(ei vielä yhtään)</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Poista</translation>
    </message>
    <message>
        <source>cannot remove %1</source>
        <translation>kohdetta %1 ei voi poistaa</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>Avaa &amp;kansio</translation>
    </message>
    <message>
        <source>a recipe needs a name without `/` that does not begin with a dot</source>
        <translation>reseptin nimessä ei saa olla merkkiä `/` eikä se saa alkaa pisteellä</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Tallennettu nimellä %1</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>Resepti</translation>
    </message>
    <message>
        <source>Save this analysis</source>
        <translation>Tallenna tämä analyysi</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nimi</translation>
    </message>
    <message>
        <source>There is a recipe %1 already. Replace it?</source>
        <translation>Resepti %1 on jo olemassa. Korvataanko se?</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RecordedSource</name>
    <message>
        <source>not an object</source>
        <translation>ei objekti</translation>
    </message>
    <message>
        <source>none of state, attempts, began, report, silent, changed, configured, failed</source>
        <translation>ei mikään näistä: state, attempts, began, report, silent, changed, configured, failed</translation>
    </message>
    <message>
        <source>Cannot read the recording %1: %2.</source>
        <translation>Tallennetta %1 ei voi lukea: %2.</translation>
    </message>
    <message>
        <source>Cannot read the recording %1, line %2: %3.</source>
        <translation>Tallennetta %1 ei voi lukea, rivi %2: %3.</translation>
    </message>
    <message>
        <source>This is a recording: nothing can be changed in it.</source>
        <translation>Tämä on tallenne: siinä ei voi muuttaa mitään.</translation>
    </message>
    <message>
        <source>This is a recording. It accepts no requests.</source>
        <translation>Tämä on tallenne: siltä ei voi pyytää mitään.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Recovery</name>
    <message>
        <source>cannot write %1: %2</source>
        <translation>kohteeseen %1 ei voi kirjoittaa: %2</translation>
    </message>
    <message>
        <source>restore unsaved edits</source>
        <translation>palauta tallentamattomat muutokset</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RecoveryDialog</name>
    <message>
        <source>It was never saved; it gets a file in your library.</source>
        <translation>Sitä ei ole koskaan tallennettu; se saa tiedoston kirjastoosi.</translation>
    </message>
    <message>
        <source>%1 is gone; the text gets a file in your library.</source>
        <translation>%1 on poissa; teksti saa tiedoston kirjastoosi.</translation>
    </message>
    <message>
        <source>%1 was changed by another program after these edits began. Restored edits replace the file&apos;s text in the editor; the file stays as it is until you save.</source>
        <translation>Joku muu on muuttanut tiedostoa %1 näiden muutosten aloittamisen jälkeen. Palautettuina ne ovat muokkaimessa tiedoston tekstin sijasta; tiedosto pysyy ennallaan, kunnes tallennat.</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>Tallentamattomat muutokset</translation>
    </message>
    <message>
        <source>The file as it is</source>
        <translation>Tiedosto nykyisellään</translation>
    </message>
    <message>
        <source>Seawind ended without saving these edits. The selected edits are restored in their editors; no file is written until you save.</source>
        <translation>Seawind päättyi tallentamatta näitä muutoksia. Valitut palautetaan muokkaimiinsa; tiedostoihisi ei kirjoiteta mitään ennen kuin tallennat.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Tiedosto</translation>
    </message>
    <message>
        <source>Edited</source>
        <translation>Muokattu</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Huomautus</translation>
    </message>
    <message>
        <source>New %1</source>
        <translation>Uusi %1</translation>
    </message>
    <message>
        <source>the file is gone</source>
        <translation>tiedosto on poissa</translation>
    </message>
    <message>
        <source>the file was changed since</source>
        <translation>tiedosto on muuttunut sen jälkeen</translation>
    </message>
    <message>
        <source>Texts</source>
        <translation>Tekstit</translation>
    </message>
    <message>
        <source>&amp;Unsaved edits</source>
        <translation>&amp;Tallentamattomat muutokset</translation>
    </message>
    <message>
        <source>The &amp;file as it is</source>
        <translation>Tiedosto &amp;nykyisellään</translation>
    </message>
    <message>
        <source>&amp;Restore selected</source>
        <translation>&amp;Palauta valitut</translation>
    </message>
    <message>
        <source>&amp;Decide later</source>
        <translation>&amp;Päätä myöhemmin</translation>
    </message>
    <message>
        <source>Discard &amp;all</source>
        <translation>&amp;Hylkää kaikki</translation>
    </message>
    <message>
        <source>(there is none)</source>
        <translation>(ei ole)</translation>
    </message>
    <message>
        <source>The edits of %1 cannot be restored; they are kept in %2</source>
        <translation>Tiedoston %1 muutoksia ei voi palauttaa; ne ovat tallessa tiedostossa %2</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ReferenceView</name>
    <message>
        <source>Reference</source>
        <translation>Käsikirja</translation>
    </message>
    <message>
        <source>Pages of the reference</source>
        <translation>Käsikirjan sivut</translation>
    </message>
    <message>
        <source>Search in this page</source>
        <translation>Etsi tältä sivulta</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RepetitionModel</name>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Toisto</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Tila</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Tuomio</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Syy</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Yritykset</translation>
    </message>
    <message>
        <source>Lateness p99.9</source>
        <translation>Myöhästymä p99,9</translation>
    </message>
    <message>
        <source>Largest</source>
        <translation>Suurin</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Alkoi</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Kesti</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Siemen</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RepetitionView</name>
    <message>
        <source>acknowledged</source>
        <translation>kuitattu</translation>
    </message>
    <message>
        <source>duplicate ACK</source>
        <translation>toistuva kuittaus</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>lähetetty</translation>
    </message>
    <message>
        <source>received</source>
        <translation>vastaanotettu</translation>
    </message>
    <message>
        <source>sent again</source>
        <translation>lähetetty uudelleen</translation>
    </message>
    <message>
        <source>time-out</source>
        <translation>aikakatkaisu</translation>
    </message>
    <message>
        <source>dropped</source>
        <translation>pudotettu</translation>
    </message>
    <message>
        <source>marked CE</source>
        <translation>CE-merkitty</translation>
    </message>
    <message>
        <source>packet</source>
        <translation>paketti</translation>
    </message>
    <message>
        <source>sequence, bytes</source>
        <translation>järjestysnumero, tavua</translation>
    </message>
    <message>
        <source>queues, bytes</source>
        <translation>jonot, tavua</translation>
    </message>
    <message>
        <source>down</source>
        <translation>alas</translation>
    </message>
    <message>
        <source>up</source>
        <translation>ylös</translation>
    </message>
    <message>
        <source>router queue %1</source>
        <translation>reitittimen jono %1</translation>
    </message>
    <message>
        <source>its average %1</source>
        <translation>sen keskiarvo %1</translation>
    </message>
    <message>
        <source>send buffer %1</source>
        <translation>lähetyspuskuri %1</translation>
    </message>
    <message>
        <source>dropped, queue %1</source>
        <translation>pudotettu, jono %1</translation>
    </message>
    <message>
        <source>lost on the channel %1</source>
        <translation>hävinnyt kanavalla %1</translation>
    </message>
    <message>
        <source>marked CE %1</source>
        <translation>CE-merkitty %1</translation>
    </message>
    <message>
        <source>state %1</source>
        <translation>tila %1</translation>
    </message>
    <message>
        <source>No repetition is open. Click on a point of the chart, or choose one in the list of repetitions and press Return.</source>
        <translation>Mikään toisto ei ole auki. Napsauta kuvion pistettä tai valitse toisto luettelosta ja paina Enteriä.</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Peru</translation>
    </message>
    <message>
        <source>Open in &amp;Wireshark</source>
        <translation>Avaa &amp;Wiresharkissa</translation>
    </message>
    <message>
        <source>Reading the event log</source>
        <translation>Luetaan tapahtumalokia</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Virta</translation>
    </message>
    <message>
        <source>Export this repetition&apos;s capture and open it at the packet under the cursor</source>
        <translation>Vie tämän toiston kaappaus ja avaa se kohdistimen alla olevan paketin kohdalta</translation>
    </message>
    <message>
        <source>&amp;Flow</source>
        <translation>&amp;Virta</translation>
    </message>
    <message>
        <source>Time-sequence graph</source>
        <translation>Aika-järjestysnumerokuva</translation>
    </message>
    <message>
        <source>Timeline of states and queues</source>
        <translation>Tilojen ja jonojen aikajana</translation>
    </message>
    <message>
        <source>seconds</source>
        <translation>sekuntia</translation>
    </message>
    <message>
        <source>Open in Wireshark</source>
        <translation>Avaa Wiresharkissa</translation>
    </message>
    <message>
        <source>%1, repetition %2</source>
        <translation>%1, toisto %2</translation>
    </message>
    <message>
        <source>The event log ends in the middle: everything up to %1 s is shown.</source>
        <translation>Tapahtumaloki päättyy kesken: kaikki aikaan %1 s asti näytetään.</translation>
    </message>
    <message>
        <source>%1
%2 s, %3</source>
        <translation>%1
%2 s, %3</translation>
    </message>
    <message>
        <source>
packet %1</source>
        <translation>
paketti %1</translation>
    </message>
    <message>
        <source>Packet %1 at %2 s: Ctrl+Shift+W opens it in Wireshark</source>
        <translation>Paketti %1 ajassa %2 s: Ctrl+Shift+W avaa sen Wiresharkissa</translation>
    </message>
    <message>
        <source>Wireshark opens %1</source>
        <translation>Wireshark avaa: %1</translation>
    </message>
    <message>
        <source>Copy file &amp;name</source>
        <translation>Kopioi tiedoston &amp;nimi</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>Avaa &amp;kansio</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RepetitionsView</name>
    <message>
        <source>Being worked out.</source>
        <translation>Lasketaan.</translation>
    </message>
    <message>
        <source>A fixed &amp;number of repetitions</source>
        <translation>&amp;Kiinteä määrä toistoja</translation>
    </message>
    <message>
        <source>&amp;Until the median is known well enough</source>
        <translation>&amp;Kunnes mediaani tunnetaan riittävän hyvin</translation>
    </message>
    <message>
        <source>Each case is repeated until the confidence interval of a metric&apos;s median is narrow enough</source>
        <translation>Jokaista tapausta toistetaan, kunnes mittarin mediaanin luottamusväli on riittävän kapea</translation>
    </message>
    <message>
        <source>When flows start</source>
        <translation>Milloin virrat alkavat</translation>
    </message>
    <message>
        <source>Starts and their spread belong to the workload</source>
        <translation>Alut ja niiden hajonta kuuluvat kuormaan</translation>
    </message>
    <message>
        <source>Order of the runs</source>
        <translation>Ajojärjestys</translation>
    </message>
    <message>
        <source>Repeat until the median is known</source>
        <translation>Toista, kunnes mediaani tunnetaan</translation>
    </message>
    <message>
        <source>Repeat a fixed number of times</source>
        <translation>Toista kiinteä määrä kertoja</translation>
    </message>
    <message>
        <source>Known when the test set has no problems.</source>
        <translation>Tiedossa, kun testisarjassa ei ole vikoja.</translation>
    </message>
    <message>
        <source>Repetition 0 of every case is begun first, then repetition 1 of every case, and so on. Repetition i has the same seed, and with it the same channel and the same starts, in every case.</source>
        <translation>Ensin aloitetaan jokaisen tapauksen toisto 0, sitten jokaisen tapauksen toisto 1 ja niin edelleen. Toistolla i on jokaisessa tapauksessa sama siemen ja siten sama kanava ja samat alut.</translation>
    </message>
    <message>
        <source>The first %L1 runs:</source>
        <translation>Ensimmäiset %L1 ajokertaa:</translation>
    </message>
</context>
<context>
    <name>seawind::gui::ResultsPage</name>
    <message>
        <source>Views</source>
        <translation>Näkymät</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Ajot</translation>
    </message>
    <message>
        <source>C&amp;ampaigns</source>
        <translation>&amp;Ajot</translation>
    </message>
    <message>
        <source>What is wrong with this campaign</source>
        <translation>Mikä tässä ajossa on vikana</translation>
    </message>
    <message>
        <source>Choose a campaign on the left, or open one from a folder (Ctrl+O).</source>
        <translation>Valitse ajo vasemmalta tai avaa kansiosta (Ctrl+O).</translation>
    </message>
    <message>
        <source>Reading the campaign</source>
        <translation>Luetaan ajoa</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Peru</translation>
    </message>
    <message>
        <source>Save what is shown as an analysis, or apply one</source>
        <translation>Tallenna näkyvä analyysiksi tai sovella tallennettua</translation>
    </message>
    <message>
        <source>Summary of the campaign</source>
        <translation>Ajon yhteenveto</translation>
    </message>
    <message>
        <source>Repetitions</source>
        <translation>Toistot</translation>
    </message>
    <message>
        <source>&amp;Summary</source>
        <translation>&amp;Yhteenveto</translation>
    </message>
    <message>
        <source>Fi&amp;gures</source>
        <translation>&amp;Luvut</translation>
    </message>
    <message>
        <source>Char&amp;t</source>
        <translation>&amp;Kuvio</translation>
    </message>
    <message>
        <source>R&amp;epetitions</source>
        <translation>T&amp;oistot</translation>
    </message>
    <message>
        <source>Repetitio&amp;n</source>
        <translation>To&amp;isto</translation>
    </message>
    <message>
        <source>Com&amp;pare</source>
        <translation>&amp;Vertailu</translation>
    </message>
    <message>
        <source>&amp;Open campaign…</source>
        <translation>&amp;Avaa ajo…</translation>
    </message>
    <message>
        <source>Open the folder of a campaign</source>
        <translation>Avaa ajon kansio</translation>
    </message>
    <message>
        <source>&amp;Read again</source>
        <translation>&amp;Lue uudelleen</translation>
    </message>
    <message>
        <source>Read the campaign and the list again</source>
        <translation>Lue ajo ja luettelo uudelleen</translation>
    </message>
    <message>
        <source>&amp;Export…</source>
        <translation>&amp;Vie…</translation>
    </message>
    <message>
        <source>Write captures, logs and tables for other programs</source>
        <translation>Kirjoita kaappauksia, lokeja ja taulukoita muille ohjelmille</translation>
    </message>
    <message>
        <source>Save &amp;table as CSV…</source>
        <translation>Tallenna t&amp;aulukko CSV:nä…</translation>
    </message>
    <message>
        <source>The table shown now, as shown</source>
        <translation>Nyt näkyvä taulukko sellaisenaan</translation>
    </message>
    <message>
        <source>Open campaign</source>
        <translation>Avaa ajo</translation>
    </message>
    <message>
        <source>Open a campaign first.</source>
        <translation>Avaa ensin ajo.</translation>
    </message>
    <message>
        <source>Save table as CSV</source>
        <translation>Tallenna taulukko CSV:nä</translation>
    </message>
    <message>
        <source>CSV (*.csv)</source>
        <translation>CSV (*.csv)</translation>
    </message>
    <message>
        <source>Saved as %1</source>
        <translation>Tallennettu nimellä %1</translation>
    </message>
    <message>
        <source>Reading was cancelled: the list of repetitions is complete; figures and charts are not. F5 reads them.</source>
        <translation>Lukeminen peruttiin: toistojen luettelo on kokonainen, luvut ja kuviot eivät. F5 lukee ne.</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt;: %2</source>
        <translation>&lt;b&gt;%1&lt;/b&gt;: %2</translation>
    </message>
    <message>
        <source>&lt;b&gt;%1&lt;/b&gt; cannot be read</source>
        <translation>Ajoa &lt;b&gt;%1&lt;/b&gt; ei voi lukea</translation>
    </message>
    <message>
        <source>%1 of %2 repetitions</source>
        <translation>%1/%2 toistoa</translation>
    </message>
    <message>
        <source>Open a campaign first, then apply the recipe.</source>
        <translation>Avaa ensin ajo, sovella resepti sitten.</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Tulokset</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RouterEdits</name>
    <message>
        <source>There is no place for a class at %1.</source>
        <translation>Kohdassa %1 ei ole paikkaa luokalle.</translation>
    </message>
    <message>
        <source>%1 has no classes.</source>
        <translation>Kohdassa %1 ei ole luokkia.</translation>
    </message>
    <message>
        <source>Add a class</source>
        <translation>Lisää luokka</translation>
    </message>
    <message>
        <source>%1 cannot have classes inside.</source>
        <translation>Kohdan %1 sisällä ei voi olla luokkia.</translation>
    </message>
    <message>
        <source>Add a class inside</source>
        <translation>Lisää luokka sisään</translation>
    </message>
    <message>
        <source>%1 is not permitted there.</source>
        <translation>%1 ei voi olla siinä.</translation>
    </message>
    <message>
        <source>Set %2 to %1</source>
        <translation>%1 ajan %2</translation>
    </message>
    <message>
        <source>%1 has nested classes; set the discipline of those instead.</source>
        <translation>Kohdan %1 sisällä on luokkia: jonotustavat ovat niillä.</translation>
    </message>
    <message>
        <source>%1 cannot be written at %2.</source>
        <translation>%1 ei ole kirjoitettavissa kohtaan %2.</translation>
    </message>
    <message>
        <source>%1 is the default and cannot be removed.</source>
        <translation>%1 on paikalla, jolla ei ole jonotustapaa.</translation>
    </message>
    <message>
        <source>A router has one discipline at least: choose another.</source>
        <translation>Reitittimellä on ainakin yksi jonotustapa: valitse toinen.</translation>
    </message>
    <message>
        <source>%1 needs one class at least: choose another discipline for it instead.</source>
        <translation>%1 tarvitsee ainakin yhden luokan: valitse sille sen sijaan toinen jonotustapa.</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Poista %1</translation>
    </message>
    <message>
        <source>%1 is not in this file.</source>
        <translation>%1 ei ole tässä tiedostossa.</translation>
    </message>
    <message>
        <source>Only classes have names.</source>
        <translation>Vain luokilla on nimet.</translation>
    </message>
    <message>
        <source>A class needs a name.</source>
        <translation>Luokka tarvitsee nimen.</translation>
    </message>
    <message>
        <source>There is a class %1 beside it already.</source>
        <translation>Sen vieressä on jo luokka %1.</translation>
    </message>
    <message>
        <source>Only classes have an order.</source>
        <translation>Vain luokilla on järjestys.</translation>
    </message>
    <message>
        <source>Take over the tree</source>
        <translation>Ota puu käyttöön</translation>
    </message>
    <message>
        <source>The text cannot be changed.</source>
        <translation>Tekstiä ei voi muuttaa.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RouterNode</name>
    <message>
        <source>every packet</source>
        <translation>jokainen paketti</translation>
    </message>
    <message>
        <source>every other packet</source>
        <translation>muut paketit</translation>
    </message>
    <message>
        <source> or </source>
        <translation> tai </translation>
    </message>
    <message>
        <source> and </source>
        <translation> ja </translation>
    </message>
    <message>
        <source>or %1</source>
        <translation>tai %1</translation>
    </message>
    <message>
        <source>share %1 %</source>
        <translation>osuus %1 %</translation>
    </message>
    <message>
        <source>priority %1 of %2</source>
        <translation>etusija %1/%2</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>jätetty pois</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>tuntematon</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ei mitään</translation>
    </message>
    <message>
        <source>class without a name</source>
        <translation>nimetön luokka</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RouterPicture</name>
    <message>
        <source>Tree of the router</source>
        <translation>Reitittimen puu</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>luokka %1</translation>
    </message>
    <message>
        <source>discipline %1</source>
        <translation>jonotustapa %1</translation>
    </message>
    <message>
        <source>packets arrive</source>
        <translation>paketit saapuvat</translation>
    </message>
    <message>
        <source>the link takes them</source>
        <translation>linkki ottaa ne</translation>
    </message>
    <message>
        <source>Name of the class</source>
        <translation>Luokan nimi</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RouterPreview</name>
    <message>
        <source>Copy the tree here</source>
        <translation>Kopioi puu tähän</translation>
    </message>
    <message>
        <source>Writes the tree into this file, so that it can be changed here</source>
        <translation>Kirjoittaa puun tähän tiedostoon, jotta sitä voi muuttaa täällä</translation>
    </message>
    <message>
        <source>Edit the tree</source>
        <translation>Muokkaa puuta</translation>
    </message>
    <message>
        <source>Add class</source>
        <translation>Lisää luokka</translation>
    </message>
    <message>
        <source>A class after this one, or inside this discipline</source>
        <translation>Luokka tämän jälkeen tai tämän jonotustavan sisään</translation>
    </message>
    <message>
        <source>Class inside</source>
        <translation>Luokka sisään</translation>
    </message>
    <message>
        <source>A class inside this class</source>
        <translation>Luokka tämän luokan sisään</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Nimeä uudelleen</translation>
    </message>
    <message>
        <source>Another name for the class</source>
        <translation>Toinen nimi luokalle</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Ylös</translation>
    </message>
    <message>
        <source>Before the class above it</source>
        <translation>Ennen yläpuolista luokkaa</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Alas</translation>
    </message>
    <message>
        <source>After the class below it</source>
        <translation>Alapuolisen luokan jälkeen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Poista</translation>
    </message>
    <message>
        <source>This class or discipline</source>
        <translation>Tämä luokka tai jonotustapa</translation>
    </message>
    <message>
        <source>Discipline</source>
        <translation>Jonotustapa</translation>
    </message>
    <message>
        <source>Choose a discipline</source>
        <translation>Valitse jonotustapa</translation>
    </message>
    <message>
        <source>Another discipline here (%1)</source>
        <translation>Toinen jonotustapa tähän (%1)</translation>
    </message>
    <message>
        <source>The text is not valid YAML. The picture shows the tree of the last valid version.</source>
        <translation>Teksti ei nyt ole YAMLia: tämä on viimeisen kelvollisen tekstin puu.</translation>
    </message>
    <message>
        <source>The tree is that of %1.</source>
        <translation>Puu on tiedoston %1.</translation>
    </message>
    <message>
        <source>There is no tree yet: write `root:` with a discipline.</source>
        <translation>Puuta ei vielä ole: kirjoita `root:` ja jonotustapa.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RunPage</name>
    <message>
        <source>valid</source>
        <translation>kelvollinen</translation>
    </message>
    <message>
        <source>invalid</source>
        <translation>kelvoton</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>epäonnistui</translation>
    </message>
    <message>
        <source>not running</source>
        <translation>ei käynnissä</translation>
    </message>
    <message>
        <source>running</source>
        <translation>käynnissä</translation>
    </message>
    <message>
        <source>paused</source>
        <translation>tauolla</translation>
    </message>
    <message>
        <source>ends after the current repetitions</source>
        <translation>päättyy nykyisten toistojen jälkeen</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>pysäytetään</translation>
    </message>
    <message>
        <source>complete</source>
        <translation>valmis</translation>
    </message>
    <message>
        <source>, %1 of %2 done</source>
        <translation>, %1/%2 valmiina</translation>
    </message>
    <message>
        <source>, %1 failed</source>
        <translation>, %1 epäonnistui</translation>
    </message>
    <message>
        <source>, %1 not needed</source>
        <translation>, %1 tarpeetonta</translation>
    </message>
    <message>
        <source>, about %1 left</source>
        <translation>, noin %1 jäljellä</translation>
    </message>
    <message>
        <source>%1, repetition %2, attempt %3</source>
        <translation>%1, toisto %2, yritys %3</translation>
    </message>
    <message>
        <source>What went wrong</source>
        <translation>Mikä meni vikaan</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Sulje</translation>
    </message>
    <message>
        <source>Dismiss the message</source>
        <translation>Sulje viesti</translation>
    </message>
    <message>
        <source>Started %1.</source>
        <translation>Aloitettu: %1.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ajo</translation>
    </message>
    <message>
        <source>&amp;Run a test set…</source>
        <translation>&amp;Aja testisarja…</translation>
    </message>
    <message>
        <source>Choose a test set and run it</source>
        <translation>Valitse testisarja ja aja se</translation>
    </message>
    <message>
        <source>&amp;Watch a campaign…</source>
        <translation>&amp;Seuraa ajoa…</translation>
    </message>
    <message>
        <source>Choose a campaign directory and look at it</source>
        <translation>Valitse ajohakemisto ja katso sitä</translation>
    </message>
    <message>
        <source>&amp;Pause</source>
        <translation>&amp;Tauko</translation>
    </message>
    <message>
        <source>Start no new repetition; running ones finish</source>
        <translation>Mitään uutta ei aloiteta; käynnissä olevat toistot ajetaan loppuun</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Jatka</translation>
    </message>
    <message>
        <source>Continue after a pause, or cancel a stop</source>
        <translation>Jatka tauon jälkeen tai peru lopetus</translation>
    </message>
    <message>
        <source>Stop &amp;after these</source>
        <translation>Lopeta &amp;näiden jälkeen</translation>
    </message>
    <message>
        <source>Stop after the running repetitions</source>
        <translation>Lopeta, kun nyt käynnissä olevat toistot ovat ohi</translation>
    </message>
    <message>
        <source>&amp;Stop now</source>
        <translation>&amp;Lopeta heti</translation>
    </message>
    <message>
        <source>Abort the running repetitions; they are run again when the campaign is resumed</source>
        <translation>Keskeytä käynnissä oleva; se ajetaan uudelleen, kun ajoa jatketaan</translation>
    </message>
    <message>
        <source>R&amp;esume</source>
        <translation>Jatka &amp;kesken jäänyttä</translation>
    </message>
    <message>
        <source>Run what is missing in this campaign</source>
        <translation>Aja, mitä tästä ajosta puuttuu</translation>
    </message>
    <message>
        <source>&amp;Open results</source>
        <translation>A&amp;vaa tulokset</translation>
    </message>
    <message>
        <source>Show the results of this campaign</source>
        <translation>Näytä tämän ajon tulokset</translation>
    </message>
    <message>
        <source>&amp;Follow the newest</source>
        <translation>&amp;Seuraa uusinta</translation>
    </message>
    <message>
        <source>Let the plots scroll, or hold them still</source>
        <translation>Anna kuvaajien vieriä tai pidä ne paikallaan</translation>
    </message>
    <message>
        <source>Record the li&amp;ve view…</source>
        <translation>Tall&amp;enna reaaliaikanäkymä…</translation>
    </message>
    <message>
        <source>Write everything that is shown here to a file that can be watched again</source>
        <translation>Kirjoita kaikki täällä näytettävä tiedostoon, jota voi katsoa uudelleen</translation>
    </message>
    <message>
        <source>&amp;Hold the queue</source>
        <translation>&amp;Pidä jonoa</translation>
    </message>
    <message>
        <source>Start no campaign from the queue until it is released</source>
        <translation>Jonosta ei aloiteta mitään ennen kuin se jatkuu</translation>
    </message>
    <message>
        <source>Earlier in the queue</source>
        <translation>Aiemmaksi jonossa</translation>
    </message>
    <message>
        <source>Move the chosen campaign of the queue up</source>
        <translation>Siirrä valittua ajoa jonossa ylös</translation>
    </message>
    <message>
        <source>Later in the queue</source>
        <translation>Myöhemmäksi jonossa</translation>
    </message>
    <message>
        <source>Move the chosen campaign of the queue down</source>
        <translation>Siirrä valittua ajoa jonossa alas</translation>
    </message>
    <message>
        <source>Remove from the queue</source>
        <translation>Poista jonosta</translation>
    </message>
    <message>
        <source>Take the chosen campaign out of the queue; nothing on disk is deleted</source>
        <translation>Ota valittu ajo jonosta; levyltä ei poisteta mitään</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Yritä uudelleen</translation>
    </message>
    <message>
        <source>Put the selected failed campaign back into the queue</source>
        <translation>Anna valitun ajon, joka ei alkanut, odottaa uudelleen vuoroaan</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Ajot</translation>
    </message>
    <message>
        <source>Queue of campaigns</source>
        <translation>Ajojono</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Ylös</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Alas</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Poista</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Uudelleen</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Pidä</translation>
    </message>
    <message>
        <source>What the queue waits for</source>
        <translation>Mitä jono odottaa</translation>
    </message>
    <message>
        <source>Campaigns run on when this window is closed. Those that wait are started when it is open again.</source>
        <translation>Ajot jatkuvat, kun tämä ikkuna suljetaan. Odottavat aloitetaan, kun se on taas auki.</translation>
    </message>
    <message>
        <source>%1 is complete: %2 of %3 repetitions done.</source>
        <translation>%1 on valmis: %2/%3 toistoa tehty.</translation>
    </message>
    <message>
        <source>%1 has ended: %2 of %3 repetitions done.</source>
        <translation>%1 on päättynyt: %2/%3 toistoa tehty.</translation>
    </message>
    <message>
        <source>Recording %1</source>
        <translation>Tallenne %1</translation>
    </message>
    <message>
        <source>%1 was added to the queue.</source>
        <translation>%1 odottaa vuoroaan.</translation>
    </message>
    <message>
        <source>Run a test set</source>
        <translation>Aja testisarja</translation>
    </message>
    <message>
        <source>Test sets (*.yaml *.yml)</source>
        <translation>Testisarjat (*.yaml *.yml)</translation>
    </message>
    <message>
        <source>Watch a campaign</source>
        <translation>Seuraa ajoa</translation>
    </message>
    <message>
        <source>Stop now</source>
        <translation>Lopeta heti</translation>
    </message>
    <message>
        <source>Abort the running repetitions (%1)? Their results are discarded, and they are run again when the campaign is resumed.</source>
        <translation>Keskeytetäänkö käynnissä olevat toistot (%1)? Niistä ei jää jälkeä, ja ne ajetaan uudelleen, kun ajoa jatketaan.</translation>
    </message>
    <message>
        <source>Record the live view</source>
        <translation>Tallenna reaaliaikanäkymä</translation>
    </message>
    <message>
        <source>Recordings (*.jsonl)</source>
        <translation>Tallenteet (*.jsonl)</translation>
    </message>
</context>
<context>
    <name>seawind::gui::RunsModel</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>%1, drawn</source>
        <translation>%1, arvottu</translation>
    </message>
    <message>
        <source>%1, evenly</source>
        <translation>%1, tasaisesti</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ajo</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Toisto</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Siemen</translation>
    </message>
    <message>
        <source>Spread starts</source>
        <translation>Hajautetut alut</translation>
    </message>
</context>
<context>
    <name>seawind::gui::SavePictureDialog</name>
    <message>
        <source>Width</source>
        <translation>Leveys</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Korkeus</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Tallenna kuva</translation>
    </message>
    <message>
        <source>plot.svg</source>
        <translation>kuva.svg</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Tiedosto</translation>
    </message>
    <message>
        <source>&amp;Browse…</source>
        <translation>&amp;Selaa…</translation>
    </message>
    <message>
        <source>&amp;File (.svg, .pdf, .png)</source>
        <translation>&amp;Tiedosto (.svg, .pdf, .png)</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Leveys</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Korkeus</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>Kuvat (*.svg *.pdf *.png)</translation>
    </message>
</context>
<context>
    <name>seawind::gui::SchemaForm</name>
    <message>
        <source>Notice of the form</source>
        <translation>Lomakkeen ilmoitus</translation>
    </message>
    <message>
        <source>Help for the field</source>
        <translation>Kentän ohje</translation>
    </message>
    <message>
        <source>The meaning of the field with the focus.</source>
        <translation>Valitun kentän merkitys.</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>Avaa kaikki</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Sulje kaikki</translation>
    </message>
    <message>
        <source>Downlink</source>
        <translation>Alalinkki</translation>
    </message>
    <message>
        <source>Uplink</source>
        <translation>Ylälinkki</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>vihje: %1</translation>
    </message>
    <message>
        <source>Line %1: %2</source>
        <translation>Rivi %1: %2</translation>
    </message>
    <message>
        <source>The text is not YAML; the form shows the last values that could be read.</source>
        <translation>Teksti ei ole YAMLia; lomake näyttää viimeiset luettavissa olleet arvot.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::SectionField</name>
    <message>
        <source>open</source>
        <translation>avoin</translation>
    </message>
    <message>
        <source>set</source>
        <translation>asetettu</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>laji</translation>
    </message>
    <message>
        <source>Choose %1</source>
        <translation>Valitse %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>Asetukset</translation>
    </message>
    <message>
        <source>Places</source>
        <translation>Paikat</translation>
    </message>
    <message>
        <source>&amp;Shipped files:</source>
        <translation>&amp;Mukana tulevat tiedostot:</translation>
    </message>
    <message>
        <source>Shipped files</source>
        <translation>Mukana tulevat tiedostot</translation>
    </message>
    <message>
        <source>&amp;Own library:</source>
        <translation>&amp;Oma kirjasto:</translation>
    </message>
    <message>
        <source>Own library</source>
        <translation>Oma kirjasto</translation>
    </message>
    <message>
        <source>&amp;Campaigns:</source>
        <translation>&amp;Ajot:</translation>
    </message>
    <message>
        <source>Campaigns</source>
        <translation>Ajot</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Kuten työpöytä</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Vaalea</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Tumma</translation>
    </message>
    <message>
        <source>as the desktop</source>
        <translation>kuten työpöytä</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Looks</source>
        <translation>Ulkoasu</translation>
    </message>
    <message>
        <source>&amp;Theme:</source>
        <translation>&amp;Teema:</translation>
    </message>
    <message>
        <source>&amp;Language:</source>
        <translation>&amp;Kieli:</translation>
    </message>
    <message>
        <source>&amp;Font of YAML, logs and command lines:</source>
        <translation>YAMLin, lokien ja komentorivien &amp;kirjasin:</translation>
    </message>
    <message>
        <source>Its si&amp;ze:</source>
        <translation>Sen ko&amp;ko:</translation>
    </message>
    <message>
        <source>Places and language are taken up at the next start.</source>
        <translation>Paikat ja kieli otetaan käyttöön seuraavassa käynnistyksessä.</translation>
    </message>
    <message>
        <source>Choose: %1</source>
        <translation>Valitse: %1</translation>
    </message>
    <message>
        <source>%1: not the shipped files of Seawind (there is no schema/profile.schema.json). Leave it empty to use those that were installed.</source>
        <translation>%1: ei Seawindin mukana tulevia tiedostoja (tiedostoa schema/profile.schema.json ei ole). Jätä tyhjäksi, niin käytetään asennettuja.</translation>
    </message>
    <message>
        <source>%1: write the whole path, from /</source>
        <translation>%1: kirjoita koko polku, alkaen merkistä /</translation>
    </message>
    <message>
        <source>%1: not a directory you can write to</source>
        <translation>%1: ei hakemisto, johon voit kirjoittaa</translation>
    </message>
</context>
<context>
    <name>seawind::gui::SlotsModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1/%2</translation>
    </message>
    <message>
        <source>Slot</source>
        <translation>Paikka</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Tapaus</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Toisto</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Yritys</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Vaihe</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Edistyminen</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Jäljellä</translation>
    </message>
</context>
<context>
    <name>seawind::gui::StartDialog</name>
    <message>
        <source>Start &amp;now, in parallel with the running campaign</source>
        <translation>Aloita &amp;nyt, käynnissä olevan rinnalla</translation>
    </message>
    <message>
        <source>Run a test set</source>
        <translation>Aja testisarja</translation>
    </message>
    <message>
        <source>Test set</source>
        <translation>Testisarja</translation>
    </message>
    <message>
        <source>…</source>
        <translation>…</translation>
    </message>
    <message>
        <source>Choose the folder in which the campaign directory is made</source>
        <translation>Valitse kansio, johon ajohakemisto luodaan</translation>
    </message>
    <message>
        <source>Campaign &amp;directory</source>
        <translation>Ajo&amp;hakemisto</translation>
    </message>
    <message>
        <source>Campaign directory</source>
        <translation>Ajohakemisto</translation>
    </message>
    <message>
        <source>value of the test set</source>
        <translation>kuten testisarja sanoo</translation>
    </message>
    <message>
        <source>&amp;Repetitions</source>
        <translation>&amp;Toistot</translation>
    </message>
    <message>
        <source>How many repetitions run at the same time: a number from 1 to %1, or auto: as many as the measured lateness allows</source>
        <translation>Montako toistoa on yhtä aikaa käynnissä: luku 1–%1 tai auto: niin monta kuin mitattu myöhästymä sallii</translation>
    </message>
    <message>
        <source>At the same &amp;time</source>
        <translation>Yhtä &amp;aikaa</translation>
    </message>
    <message>
        <source>Size of the campaign</source>
        <translation>Mitä testisarjasta tulee</translation>
    </message>
    <message>
        <source>Two campaigns share the machine; more repetitions may become invalid for their timing.</source>
        <translation>Kaksi ajoa jakaa koneen; useampi toisto voi tulla kelvottomaksi ajoituksensa vuoksi.</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Mikä on vikana</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Aloita</translation>
    </message>
    <message>
        <source>Folder for the campaign</source>
        <translation>Ajon kansio</translation>
    </message>
    <message>
        <source>The test set is being read.</source>
        <translation>Testisarjaa luetaan.</translation>
    </message>
    <message>
        <source>Name the directory that the campaign is written to.</source>
        <translation>Nimeä hakemisto, johon ajo kirjoitetaan.</translation>
    </message>
    <message>
        <source>There is a campaign in this directory already. Choose another one, or resume that campaign.</source>
        <translation>Tässä hakemistossa on jo ajo. Valitse toinen tai jatka sitä ajoa.</translation>
    </message>
    <message>
        <source>This exists and is not an empty directory. Choose another one.</source>
        <translation>Tämä on olemassa eikä ole tyhjä hakemisto. Valitse toinen.</translation>
    </message>
    <message>
        <source>At the same time: &apos;%1&apos; is neither auto nor a number from 1 to %2.</source>
        <translation>Yhtä aikaa: &apos;%1&apos; ei ole auto eikä luku 1–%2.</translation>
    </message>
    <message>
        <source>The test set is not valid: correct the problems listed above, then start it again.</source>
        <translation>Testisarja ei kelpaa: korjaa yllä mainitut ja aloita uudelleen.</translation>
    </message>
    <message>
        <source>Add to the &amp;queue</source>
        <translation>Lisää &amp;jonoon</translation>
    </message>
    <message>
        <source>Count repetitions &amp;changed by hand as valid</source>
        <translation>&amp;Käsin muutetut toistot lasketaan</translation>
    </message>
    <message>
        <source>Without this a repetition whose link is changed by hand while it runs is kept, but invalid, and run again.</source>
        <translation>Ilman tätä toisto, jonka linkkiä muutetaan käsin sen aikana, säilytetään, mutta kelvottomana, ja ajetaan uudelleen.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::StartPage</name>
    <message>
        <source>Run the quickstart</source>
        <translation>Aja pika-aloitus</translation>
    </message>
    <message>
        <source>Check this machine again</source>
        <translation>Tarkista tämä kone uudelleen</translation>
    </message>
    <message>
        <source>Ctrl+Return</source>
        <translation>Ctrl+Return</translation>
    </message>
    <message>
        <source>Runs the quickstart test set and shows its results</source>
        <translation>Ajaa pika-aloituksen testisarjan ja näyttää sen tulokset</translation>
    </message>
    <message>
        <source>Runs seawind doctor</source>
        <translation>Ajaa komennon seawind doctor</translation>
    </message>
    <message>
        <source>&lt;h1&gt;Seawind&lt;/h1&gt;&lt;p&gt;Seawind runs real traffic over an emulated wireless link, in real time: unmodified TCP/IP stacks and applications, with a link of your own design between them. A test set names links, routers, TCP variants and workloads, and all their combinations are run repeatedly, without supervision. Every result carries the measured timing accuracy of the emulation.&lt;/p&gt;</source>
        <translation>&lt;h1&gt;Seawind&lt;/h1&gt;&lt;p&gt;Seawind ajaa todellista liikennettä emuloidun langattoman linkin yli reaaliajassa: muuttamattomat TCP/IP-toteutukset ja sovellukset, ja niiden välissä itse määrittelemäsi linkki. Testisarja nimeää linkit, reitittimet, TCP-muunnelmat ja kuormat, ja niiden kaikki yhdistelmät ajetaan satoja kertoja ilman sinua. Jokaisen tuloksen mukana on näyttö siitä, että emulointi pysyi ajassaan.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&amp;Files edited lately</source>
        <translation>&amp;Viimeksi muokatut tiedostot</translation>
    </message>
    <message>
        <source>&amp;Campaigns</source>
        <translation>&amp;Ajot</translation>
    </message>
    <message>
        <source>Two TCP variants over an error-free and an error-prone link, six repetitions each: about two minutes, and a box plot at the end.</source>
        <translation>Kaksi TCP-muunnelmaa virheettömän ja virheellisen linkin yli, kuusi toistoa kutakin: noin kaksi minuuttia, ja lopuksi laatikkokuvio.</translation>
    </message>
    <message>
        <source>Ways in</source>
        <translation>Sisään</translation>
    </message>
    <message>
        <source>None yet.</source>
        <translation>Ei vielä yhtään.</translation>
    </message>
    <message>
        <source>None yet. New ones go to %1</source>
        <translation>Ei vielä yhtään. Uudet menevät kansioon %1</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Aloitus</translation>
    </message>
</context>
<context>
    <name>seawind::gui::StartsModel</name>
    <message>
        <source>Press Enter or double-click to edit the workload.</source>
        <translation>Paina Enteriä tai kaksoisnapsauta muokataksesi kuormaa.</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Kuorma</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Virta</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Liikenne</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Alkaa</translation>
    </message>
</context>
<context>
    <name>seawind::gui::StatesBar</name>
    <message>
        <source>States:</source>
        <translation>Tilat:</translation>
    </message>
    <message>
        <source>Shows what differs in the channel state %1, beside the values of each direction.</source>
        <translation>Näyttää, mikä on toisin kanavan tilassa %1, kunkin suunnan arvojen vieressä.</translation>
    </message>
    <message>
        <source>Show state %1</source>
        <translation>Näytä tila %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::StreamRecorder</name>
    <message>
        <source>Cannot write %1: %2.</source>
        <translation>Tiedostoa %1 ei voi kirjoittaa: %2.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Task</name>
    <message>
        <source>an unknown error</source>
        <translation>tuntematon virhe</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TcpPreview</name>
    <message>
        <source>What the variant sets</source>
        <translation>Mitä muunnelma asettaa</translation>
    </message>
    <message>
        <source>Bold: differs from this machine&apos;s kernel. Italic: set by the extended file, or the default.</source>
        <translation>Lihavoitu: poikkeaa tämän koneen ytimestä. Kursivoitu: laajennetusta tiedostosta tai oletus.</translation>
    </message>
    <message>
        <source>The text is not valid YAML. The table shows the last valid version.</source>
        <translation>Teksti ei nyt ole YAMLia: tämän asetti viimeinen kelvollinen teksti.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TcpTable</name>
    <message>
        <source>route %1</source>
        <translation>reitti %1</translation>
    </message>
    <message>
        <source>Not set: the default.</source>
        <translation>Ei asetettu: oletus.</translation>
    </message>
    <message>
        <source>Not set here: %1 sets it.</source>
        <translation>Ei asetettu tässä: %1 asettaa sen.</translation>
    </message>
    <message>
        <source>This machine&apos;s kernel has %1.</source>
        <translation>Tämän koneen ytimessä on %1.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Asetus</translation>
    </message>
    <message>
        <source>This variant</source>
        <translation>Tämä muunnelma</translation>
    </message>
    <message>
        <source>Extended file</source>
        <translation>Laajennettu tiedosto</translation>
    </message>
    <message>
        <source>This kernel now</source>
        <translation>Tämä ydin nyt</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TestSetEditor</name>
    <message>
        <source>Cases</source>
        <translation>Tapaukset</translation>
    </message>
    <message>
        <source>Repetitions and limits</source>
        <translation>Toistot ja rajat</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Aikajana</translation>
    </message>
    <message>
        <source>Text of the test set</source>
        <translation>Testisarjan teksti</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Viat</translation>
    </message>
    <message>
        <source>This test set comes with Seawind. Run it as it is, or change it and save it in your own library.</source>
        <translation>Tämä testisarja tulee Seawindin mukana. Aja se sellaisenaan tai muuta sitä ja tallenna omaan kirjastoosi.</translation>
    </message>
    <message>
        <source>%1 has changed on the disk and was read again.</source>
        <translation>%1 muuttui levyllä ja luettiin uudelleen.</translation>
    </message>
    <message>
        <source>The file was changed on disk and has unsaved edits here.</source>
        <translation>Tiedosto on muuttunut levyllä, ja sinä olet muuttanut sitä täällä.</translation>
    </message>
    <message>
        <source>Take over the file</source>
        <translation>Ota tiedosto käyttöön</translation>
    </message>
    <message>
        <source>new test set</source>
        <translation>uusi testisarja</translation>
    </message>
    <message>
        <source>%1 (shipped)</source>
        <translation>%1 (mukana)</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TestSetPage</name>
    <message>
        <source>Test sets (*.yaml)</source>
        <translation>Testisarjat (*.yaml)</translation>
    </message>
    <message>
        <source>Open test sets</source>
        <translation>Avaa testisarjoja</translation>
    </message>
    <message>
        <source>&amp;New</source>
        <translation>&amp;Uusi</translation>
    </message>
    <message>
        <source>A new test set from a template</source>
        <translation>Uusi testisarja mallista</translation>
    </message>
    <message>
        <source>&amp;Open...</source>
        <translation>&amp;Avaa...</translation>
    </message>
    <message>
        <source>Open a test set</source>
        <translation>Avaa testisarja</translation>
    </message>
    <message>
        <source>Open r&amp;ecent</source>
        <translation>Avaa &amp;viimeaikainen</translation>
    </message>
    <message>
        <source>Test sets that were open lately</source>
        <translation>Viimeksi avoinna olleet testisarjat</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Tallenna</translation>
    </message>
    <message>
        <source>Save the test set</source>
        <translation>Tallenna testisarja</translation>
    </message>
    <message>
        <source>Save &amp;as...</source>
        <translation>Tallenna &amp;nimellä...</translation>
    </message>
    <message>
        <source>Save the test set under another name</source>
        <translation>Tallenna testisarja toisella nimellä</translation>
    </message>
    <message>
        <source>Re&amp;vert</source>
        <translation>&amp;Palauta</translation>
    </message>
    <message>
        <source>Go back to what is saved; can be undone</source>
        <translation>Palaa tallennettuun; voidaan kumota</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Sulje</translation>
    </message>
    <message>
        <source>Close the test set</source>
        <translation>Sulje testisarja</translation>
    </message>
    <message>
        <source>Next &amp;problem</source>
        <translation>&amp;Seuraava vika</translation>
    </message>
    <message>
        <source>Go to the next problem</source>
        <translation>Siirry seuraavaan vikaan</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>Edellinen vika</translation>
    </message>
    <message>
        <source>Go to the previous problem</source>
        <translation>Siirry edelliseen vikaan</translation>
    </message>
    <message>
        <source>Show &amp;text</source>
        <translation>Näytä te&amp;ksti</translation>
    </message>
    <message>
        <source>Show the YAML beside the matrix</source>
        <translation>Näytä YAML matriisin vieressä</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>A&amp;ja</translation>
    </message>
    <message>
        <source>Run the test set</source>
        <translation>Aja testisarja</translation>
    </message>
    <message>
        <source>%1 cannot be opened.</source>
        <translation>Tiedostoa %1 ei voi avata.</translation>
    </message>
    <message>
        <source>The template %1 cannot be used.</source>
        <translation>Mallia %1 ei voi käyttää.</translation>
    </message>
    <message>
        <source>%1 is empty or cannot be read.</source>
        <translation>%1 on tyhjä tai sitä ei voi lukea.</translation>
    </message>
    <message>
        <source>%1 is not written.</source>
        <translation>Tiedostoa %1 ei kirjoitettu.</translation>
    </message>
    <message>
        <source>The folder holds what comes with Seawind; save the test set in your library, %1.</source>
        <translation>Kansiossa on Seawindin mukana tulevat tiedostot; tallenna testisarja kirjastoosi, %1.</translation>
    </message>
    <message>
        <source>%1 cannot be saved.</source>
        <translation>Tiedostoa %1 ei voi tallentaa.</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>Tallennettu: %1</translation>
    </message>
    <message>
        <source>new</source>
        <translation>uusi</translation>
    </message>
    <message>
        <source>Unsaved edits</source>
        <translation>Tallentamattomat muutokset</translation>
    </message>
    <message>
        <source>%1 has unsaved edits.</source>
        <translation>Tiedostossa %1 on tallentamattomia muutoksia.</translation>
    </message>
    <message>
        <source>The test set cannot be run before its problems are corrected.</source>
        <translation>Testisarjaa ei voi ajaa ennen kuin sen viat on korjattu.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ajo</translation>
    </message>
    <message>
        <source>%1 has to be saved before it is run.</source>
        <translation>%1 on tallennettava ennen ajoa.</translation>
    </message>
    <message>
        <source>Save and run</source>
        <translation>Tallenna ja aja</translation>
    </message>
    <message>
        <source>%1 cannot be read again.</source>
        <translation>Tiedostoa %1 ei voi lukea uudelleen.</translation>
    </message>
    <message>
        <source>Empty test set</source>
        <translation>Tyhjä testisarja</translation>
    </message>
    <message>
        <source>None yet</source>
        <translation>Ei vielä yhtään</translation>
    </message>
    <message>
        <source>Not saved yet</source>
        <translation>Ei vielä tallennettu</translation>
    </message>
    <message>
        <source>Test sets</source>
        <translation>Testisarjat</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TimelineModel</name>
    <message numerus="yes">
        <source>%1 (%n)</source>
        <translation>
            <numerusform>%1 (%n)</numerusform>
            <numerusform>%1 (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>discards</source>
        <translation>hylkää</translation>
    </message>
    <message>
        <source>%1 later</source>
        <translation>%1 myöhemmin</translation>
    </message>
    <message>
        <source>outage %1</source>
        <translation>katko %1</translation>
    </message>
    <message>
        <source>of drawn length</source>
        <translation>pituus arvotaan</translation>
    </message>
    <message>
        <source>link becomes %1</source>
        <translation>linkiksi tulee %1</translation>
    </message>
    <message>
        <source>router becomes %1</source>
        <translation>reitittimeksi tulee %1</translation>
    </message>
    <message>
        <source>%1 receives &quot;%2&quot;</source>
        <translation>%1 saa viestin &quot;%2&quot;</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>ei vielä mitään</translation>
    </message>
    <message>
        <source>(no instant)</source>
        <translation>(ei hetkeä)</translation>
    </message>
    <message>
        <source>At</source>
        <translation>Hetki</translation>
    </message>
    <message>
        <source>What changes</source>
        <translation>Mikä muuttuu</translation>
    </message>
    <message>
        <source>Sort the timeline</source>
        <translation>Järjestä aikajana</translation>
    </message>
</context>
<context>
    <name>seawind::gui::TimelineView</name>
    <message>
        <source>D&amp;uplicate</source>
        <translation>&amp;Monista</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Poista</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Ylös</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Alas</translation>
    </message>
    <message>
        <source>Sort by &amp;time</source>
        <translation>Järjestä &amp;ajan mukaan</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Aikajana</translation>
    </message>
    <message>
        <source>A&amp;dd entry</source>
        <translation>&amp;Lisää kohta</translation>
    </message>
    <message>
        <source>Something that happens at one instant of every repetition: another link, other parameters, an outage, another router, a notice to a flow</source>
        <translation>Jotakin, mikä tapahtuu jokaisen toiston yhdellä hetkellä: toinen linkki, toiset parametrit, katko, toinen reititin, viesti virralle</translation>
    </message>
    <message>
        <source>Nothing changes during a repetition. An entry changes the link, the router or single parameters at an instant, or takes the link away for a while.</source>
        <translation>Toiston aikana mikään ei muutu. Kohta muuttaa hetkellä linkin, reitittimen tai yksittäisiä parametreja tai vie linkin joksikin aikaa.</translation>
    </message>
    <message>
        <source>Alt+Up</source>
        <translation>Alt+Up</translation>
    </message>
    <message>
        <source>Alt+Down</source>
        <translation>Alt+Down</translation>
    </message>
    <message>
        <source>Timeline entry %1</source>
        <translation>Aikajanan kohta %1</translation>
    </message>
</context>
<context>
    <name>seawind::gui::Welcome</name>
    <message>
        <source>&lt;b&gt;New from a template&lt;/b&gt;</source>
        <translation>&lt;b&gt;Uusi mallista&lt;/b&gt;</translation>
    </message>
    <message>
        <source>&lt;b&gt;Open&lt;/b&gt;</source>
        <translation>&lt;b&gt;Avaa&lt;/b&gt;</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Mallit</translation>
    </message>
    <message>
        <source>Own and recent test sets</source>
        <translation>Omat ja viimeaikaiset testisarjat</translation>
    </message>
    <message>
        <source>Empty test set</source>
        <translation>Tyhjä testisarja</translation>
    </message>
    <message>
        <source>Open another file...</source>
        <translation>Avaa muu tiedosto...</translation>
    </message>
    <message>
        <source>A test set defines which links, routers, TCP variants and workloads are combined, and how often each case is repeated.</source>
        <translation>Testisarja kertoo, mitkä linkit, reitittimet, TCP-muunnelmat ja kuormat yhdistetään ja kuinka usein kukin tapaus toistetaan.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::WorkloadPreview</name>
    <message>
        <source>The text is not valid YAML. The picture shows the flows of the last valid version.</source>
        <translation>Teksti ei nyt ole YAMLia: nämä ovat viimeisen kelvollisen tekstin virrat.</translation>
    </message>
    <message>
        <source>There are no flows yet: add one under `flows:`.</source>
        <translation>Virtoja ei vielä ole: lisää sellainen kohtaan `flows:`.</translation>
    </message>
</context>
<context>
    <name>seawind::gui::YamlDocument</name>
    <message>
        <source>Set %1</source>
        <translation>Aseta %1</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>Poista %1</translation>
    </message>
    <message>
        <source>Rename %1 to %2</source>
        <translation>Nimeä %1 uudelleen: %2</translation>
    </message>
    <message>
        <source>Move an item of %1</source>
        <translation>Siirrä kohdan %1 osaa</translation>
    </message>
    <message>
        <source>Insert into %1</source>
        <translation>Lisää kohtaan %1</translation>
    </message>
    <message>
        <source>Cannot open %1: it is a folder. Choose a file in it.</source>
        <translation>Kohdetta %1 ei voi avata: se on kansio. Valitse siitä tiedosto.</translation>
    </message>
    <message>
        <source>Cannot open %1: %2.</source>
        <translation>Tiedostoa %1 ei voi avata: %2.</translation>
    </message>
    <message>
        <source>Cannot read %1: %2.</source>
        <translation>Tiedostoa %1 ei voi lukea: %2.</translation>
    </message>
    <message>
        <source>Cannot open %1: it is larger than %2 KiB, so it is no configuration file of Seawind.</source>
        <translation>Tiedostoa %1 ei voi avata: se on suurempi kuin %2 KiB, joten se ei ole Seawindin asetustiedosto.</translation>
    </message>
    <message>
        <source>Cannot open %1: it is not UTF-8 text. Convert it to UTF-8 first.</source>
        <translation>Tiedostoa %1 ei voi avata: se ei ole UTF-8-tekstiä. Muunna se ensin UTF-8:ksi.</translation>
    </message>
    <message>
        <source>The document has no file yet. Choose a name for it.</source>
        <translation>Asiakirjalla ei ole vielä tiedostoa. Valitse sille nimi.</translation>
    </message>
    <message>
        <source>Not saved: %1 was changed by another program since it was opened here. Save under another name, open the file again, or overwrite it.</source>
        <translation>Ei tallennettu: toinen ohjelma on muuttanut tiedostoa %1 sen jälkeen, kun se avattiin täällä. Tallenna toisella nimellä, avaa tiedosto uudelleen tai korvaa se.</translation>
    </message>
    <message>
        <source>Cannot save %1: the folder %2 cannot be made. Choose a folder you may write to.</source>
        <translation>Tiedostoa %1 ei voi tallentaa: kansiota %2 ei voi luoda. Valitse kansio, johon saat kirjoittaa.</translation>
    </message>
    <message>
        <source>Cannot save %1: %2. The file on disk is as it was. %3</source>
        <translation>Tiedostoa %1 ei voi tallentaa: %2. Levyllä oleva tiedosto on ennallaan. %3</translation>
    </message>
    <message>
        <source>Choose a folder you may write to.</source>
        <translation>Valitse kansio, johon saat kirjoittaa.</translation>
    </message>
    <message>
        <source>Make room on the disk, or choose another folder.</source>
        <translation>Tee levylle tilaa tai valitse toinen kansio.</translation>
    </message>
    <message>
        <source>Revert</source>
        <translation>Palauta</translation>
    </message>
</context>
<context>
    <name>seawind::gui::YamlEditor</name>
    <message>
        <source>Text of the file</source>
        <translation>Tiedoston teksti</translation>
    </message>
    <message>
        <source>Typing</source>
        <translation>Kirjoittaminen</translation>
    </message>
    <message>
        <source>No problems.</source>
        <translation>Ei vikoja.</translation>
    </message>
    <message>
        <source>hint: %1</source>
        <translation>vihje: %1</translation>
    </message>
    <message>
        <source>Indent less</source>
        <translation>Pienennä sisennystä</translation>
    </message>
    <message>
        <source>Indent more</source>
        <translation>Lisää sisennystä</translation>
    </message>
</context>
<context>
    <name>seawind::gui::short_text</name>
    <message>
        <source>%1 to %2</source>
        <translation>%1–%2</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>enintään %1</translation>
    </message>
    <message>
        <source>at least %1</source>
        <translation>vähintään %1</translation>
    </message>
    <message numerus="yes">
        <source>… %n more</source>
        <translation>
            <numerusform>… %n lisää</numerusform>
            <numerusform>… %n lisää</numerusform>
        </translation>
    </message>
</context>
</TS>
