(function(d,s){try{s=localStorage.sb_scheme}catch(e){}
d.setAttribute('data-mantine-color-scheme',s=='dark'||s!='light'&&matchMedia('(prefers-color-scheme:dark)').matches?'dark':'light');
/\/(w|account|instance)\//.test(location.pathname)&&d.setAttribute('data-rail','')})(document.documentElement)
