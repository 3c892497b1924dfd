<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_GB" sourcelanguage="en_GB">
<context>
    <name>seawind::gui::CasesModel</name>
    <message numerus="yes">
        <source>%1; measured %n times</source>
        <translation>
            <numerusform>%1; measured %n time</numerusform>
            <numerusform>%1; measured %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::EstimateBar</name>
    <message numerus="yes">
        <source>%n at a time</source>
        <translation>
            <numerusform>%n at a time</numerusform>
            <numerusform>%n at a time</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n at a time to begin with</source>
        <translation>
            <numerusform>%n at a time to begin with</numerusform>
            <numerusform>%n at a time to begin with</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cases</source>
        <translation>
            <numerusform>%n case</numerusform>
            <numerusform>%n cases</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::ExportDialog</name>
    <message numerus="yes">
        <source>the %n case(s) the &amp;filter leaves</source>
        <translation>
            <numerusform>the %n case the &amp;filter leaves</numerusform>
            <numerusform>the %n cases the &amp;filter leaves</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) written to %1</source>
        <translation>
            <numerusform>%n file written to %1</numerusform>
            <numerusform>%n files written to %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::GroupBox</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::LibraryModel</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation>
            <numerusform>%n problem</numerusform>
            <numerusform>%n problems</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::ListField</name>
    <message numerus="yes">
        <source>%n item(s)</source>
        <translation>
            <numerusform>%n item</numerusform>
            <numerusform>%n items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::MachineView</name>
    <message numerus="yes">
        <source>Test sets cannot run here yet: %n requirement(s) are not met. Follow the advice for each, then check again.</source>
        <translation>
            <numerusform>Test sets cannot run here yet: %n thing is missing. What to do stands beside each; then check again.</numerusform>
            <numerusform>Test sets cannot run here yet: %n things are missing. What to do stands beside each; then check again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test sets can run here. %n warning(s): repetitions that exceed their timing limits are detected and repeated.</source>
        <translation>
            <numerusform>Test sets can run here. %n thing warning: repetitions that miss their timing are found and repeated.</numerusform>
            <numerusform>Test sets can run here. %n things warning: repetitions that miss their timing are found and repeated.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>seawind::gui::MapField</name>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation>
            <numerusform>%n key</numerusform>
            <numerusform>%n keys</numerusform>
        </translation>
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
</context>
<context>
    <name>seawind::gui::short_text</name>
    <message numerus="yes">
        <source>… %n more</source>
        <translation>
            <numerusform>… %n more</numerusform>
            <numerusform>… %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
